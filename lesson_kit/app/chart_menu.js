/* What vega leaves out of a chart: a name for its menu, words for those who cannot see it, its numbers as CSV.
   Stands behind common.js, in one module with frame.js. */

const CHART_WORDS = { zh: '保存这幅图', en: 'Save this picture' };      // as the menus of the widgets

function watchCharts(english) {
  const label = CHART_WORDS[english ? 'en' : 'zh'];
  let frame = 0;
  const look = () => { frame = 0; document.querySelectorAll('.vega-embed').forEach(chart => equip(chart, label)); };
  const observer = new MutationObserver(() => { frame ||= requestAnimationFrame(look); });
  observer.observe(document.body, { childList: true, subtree: true });
  look();
  return () => { cancelAnimationFrame(frame); observer.disconnect(); };
}

function equip(chart, label) {
  const menu = chart.querySelector('.vega-actions'), drawn = chart.querySelector('[role=graphics-document]');
  if (!menu || !drawn || menu.dataset.lk) return;
  menu.dataset.lk = 'equipped';
  const summary = chart.querySelector('summary'), details = summary.closest('details');
  summary.setAttribute('aria-label', label);
  details.title = label;
  const links = ['png', 'svg'].map(kind => [...menu.querySelectorAll('a')].find(a => a.download?.endsWith('.' + kind)));
  links.forEach((link, i) => {
    if (!link) return;
    link.textContent = ['PNG', 'SVG'][i];
    link.addEventListener('click', event => whenReady(link, event));
    menu.append(link);
  });
  const name = () => links.forEach((link, i) => { if (link) link.download = `${nameOf(chart)}.${['png', 'svg'][i]}`; });
  details.addEventListener('toggle', name);
  name();
  const said = drawn.getAttribute('aria-label');
  if (!said || said === 'Vega visualization') drawn.setAttribute('aria-label', titlesOf(drawn) || label);
  chart.querySelectorAll('.vega-bind input[type=range] + span').forEach(withTrueMinus);
  menuKeys(details, 'a');
  if (!specOf(chart)) return;
  const link = el('a', { href: '#', textContent: 'CSV' });
  link.onclick = async event => {
    event.preventDefault();
    event.stopPropagation();
    details.open = false;
    const tables = await tablesOf(specOf(chart));
    saveCsv(nameOf(chart), tables.flatMap((rows, i) => [...(i ? [[]] : []), ...rows]), `${document.title} · ${drawn.getAttribute('aria-label')}`);
  };
  menu.append(link);
}

/* Vega draws the file when the mouse goes down; the Enter key never does that, and would save the page itself under the picture's name. */
async function whenReady(link, event) {
  if (/^(data|blob):/.test(link.href)) return;
  event.preventDefault();
  link.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }));
  while (link.isConnected && !/^(data|blob):/.test(link.href)) await new Promise(requestAnimationFrame);
  if (link.isConnected) link.click();
}

/* 05-figure-8: the chapter, and the figure by the first caption behind the chart; 05-chart-1 where the next chart comes before a caption. */
function nameOf(chart) {
  const chapter = document.title.match(/^\d\d/)?.[0] ?? 'page', charts = [...document.querySelectorAll('.vega-embed')];
  const behind = node => chart.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING;
  const caption = [...document.querySelectorAll('.lk-caption')].find(behind), next = charts.find(behind);
  const own = caption && !(next && shown(next) && next.compareDocumentPosition(caption) & Node.DOCUMENT_POSITION_FOLLOWING);
  const figure = own && caption.textContent.match(/(?:Figure|图)\s*(\d+)/)?.[1];
  return figure ? `${chapter}-figure-${figure}` : `${chapter}-chart-${charts.filter(shown).indexOf(chart) + 1}`;
}
const shown = chart => chart.getClientRects().length > 0;      // of two twins, one for paper and one for a phone, only one is

/* Vega writes a slider's value with a hyphen; the axes beside it have a minus. */
function withTrueMinus(value) {
  const mend = () => { if (value.textContent.startsWith('-')) value.textContent = value.textContent.replace('-', '−'); };
  mend();
  new MutationObserver(mend).observe(value, { childList: true, characterData: true, subtree: true });
}

/* A chart nobody described is described by its titles: its own, of its axes, of its legends. */
const titlesOf = drawn => [...drawn.querySelectorAll('.role-title-text text, .role-axis-title text, .role-legend-title text')]
  .map(node => node.textContent.trim()).filter((text, i, all) => text && all.indexOf(text) === i).join(' · ');

/* The specification a chart was drawn from: marimo hands it to the component that draws. */
function specOf(chart) {
  const key = Object.keys(chart).find(name => name.startsWith('__reactFiber'));
  for (let node = chart[key], up = 0; node && up < 12; node = node.return, up++) {
    if (node.memoizedProps?.spec?.$schema) return node.memoizedProps.spec;
  }
  return null;
}

/* Every table of a specification, as rows with a head. */
async function tablesOf(spec) {
  const sources = [], seen = new Set();
  const look = part => {
    const data = part.data;
    const key = data?.name ?? data?.url ?? data?.values;
    if (data && key && !seen.has(key)) { seen.add(key); sources.push(data); }
    for (const kind of ['layer', 'hconcat', 'vconcat', 'concat']) part[kind]?.forEach(look);
    if (part.spec) look(part.spec);
  };
  look(spec);
  const found = [];
  for (const data of sources) {
    let rows = data.values ?? spec.datasets?.[data.name];
    if (!rows && data.url) {
      const text = await fetch(data.url).then(answer => answer.text());
      rows = /^\s*\[/.test(text) ? JSON.parse(text) : text.trim().split(/\r?\n/).map(line => line.split(','));
    }
    if (Array.isArray(rows) && rows.length) found.push(asTable(rows));
  }
  return found;
}

function asTable(rows) {
  if (Array.isArray(rows[0])) return rows;
  const head = [...new Set(rows.flatMap(row => Object.keys(row)))];
  return [head, ...rows.map(row => head.map(name => row[name] ?? ''))];
}
