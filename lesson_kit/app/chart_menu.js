/* What vega leaves out of a chart: a name for its menu, words for those who cannot see it, its numbers as CSV.
   Stands behind common.js, in one module with frame.js. */

const CHART_WORDS = {
  zh: { menu: '保存这张图', csv: '保存为 CSV', png: '保存为 PNG', svg: '保存为 SVG' },
  en: { menu: 'Save this chart', csv: 'Save as CSV', png: 'Save as PNG', svg: 'Save as SVG' },
};

function watchCharts(english) {
  const words = CHART_WORDS[english ? 'en' : 'zh'];
  let frame = 0;
  const look = () => { frame = 0; document.querySelectorAll('.vega-embed').forEach(chart => equip(chart, words)); };
  const observer = new MutationObserver(() => { frame ||= requestAnimationFrame(look); });
  observer.observe(document.body, { childList: true, subtree: true });
  look();
  return () => { cancelAnimationFrame(frame); observer.disconnect(); };
}

function equip(chart, words) {
  const menu = chart.querySelector('.vega-actions'), drawn = chart.querySelector('[role=graphics-document]');
  if (!menu || !drawn || menu.dataset.lk) return;
  menu.dataset.lk = 'equipped';
  const summary = chart.querySelector('summary'), details = summary.closest('details');
  summary.setAttribute('aria-label', words.menu);
  details.title = words.menu;
  const [svgLink, pngLink] = ['svg', 'png'].map(kind => [...menu.querySelectorAll('a')].find(a => a.download?.endsWith('.' + kind)));
  if (svgLink) svgLink.textContent = words.svg;
  if (pngLink) pngLink.textContent = words.png;
  const said = drawn.getAttribute('aria-label');
  if (!said || said === 'Vega visualization') drawn.setAttribute('aria-label', titlesOf(drawn) || words.menu);
  chart.querySelectorAll('.vega-bind input[type=range] + span').forEach(withTrueMinus);
  if (!specOf(chart)) return;
  const link = el('a', { href: '#', textContent: words.csv });
  link.onclick = async event => {
    event.preventDefault();
    event.stopPropagation();
    details.open = false;
    const tables = await tablesOf(specOf(chart));
    saveCsv('chart', tables.flatMap((rows, i) => [...(i ? [[]] : []), ...rows]), `${document.title} · ${drawn.getAttribute('aria-label')}`);
  };
  menu.prepend(link);
}

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
