/* The page's frame: choices of this window, and marks on the document. See frame.py. */

/* Clicks on two kinds of links, wherever in the page they stand:
   <a data-lk-choice="lang=en">  tell Python, keep the address in step, load nothing;
   <a href="#lk-06_ffn">         marimo edit: only the browser knows, from ?file=, whether a folder is open. */
function choices({ model, el }) {
  el.hidden = true;
  /* an empty cell still takes a line of the page: this one must not */
  const cell = (el.closest('.marimo-cell') ?? el.getRootNode().host?.closest('.marimo-cell'));
  if (cell?.classList.contains('published')) cell.style.display = 'none';
  const stop = new AbortController();
  document.addEventListener('click', event => {
    const link = event.composedPath().find(node => node.tagName === 'A');
    if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const elsewhere = link.getAttribute('href')?.match(/^#lk-(.+)$/)?.[1];
    if (!link.dataset.lkChoice && !elsewhere) return;
    event.preventDefault();
    event.stopPropagation();
    if (elsewhere) { open(elsewhere); return; }
    const wish = Object.fromEntries(new URLSearchParams(link.dataset.lkChoice));
    const address = new URL(location.href);
    for (const [name, value] of Object.entries(wish)) address.searchParams.set(name, value);
    history.replaceState(history.state, '', address);
    link.closest('details')?.removeAttribute('open');
    document.documentElement.setAttribute('aria-busy', 'true');
    model.set('choice', { ...model.get('choice'), ...wish });
    model.save_changes();
  }, { capture: true, signal: stop.signal });
  return () => stop.abort();
}

const fileHere = () => new URLSearchParams(location.search).get('file');

function open(name) {
  if (!fileHere()) return;
  const there = new URL(location.pathname, location.href);
  for (const name of ['lang', 'model']) {
    const wish = new URLSearchParams(location.search).get(name);
    if (wish) there.searchParams.set(name, wish);
  }
  if (name !== 'home') there.searchParams.set('file', fileHere().replace(/[^/\\]*$/, name + '.py'));
  location.assign(there);
}

function mark({ model, el }) {
  el.hidden = true;
  const html = document.documentElement;
  html.lang = model.get('html_lang');
  html.toggleAttribute('data-lk-alone', !fileHere());
  html.removeAttribute('aria-busy');
  document.title = model.get('title');
  document.getElementById('App')?.setAttribute('role', 'main');
  goToAnchor();
  const ways = carryPlace();
  /* only a page mark's module holds what charts need */
  const charts = typeof watchCharts === 'function' ? watchCharts(html.lang === 'en') : undefined;
  return () => { ways(); charts?.(); };
}

/* An address may end in the id of a heading or a cell, which comes later than the page. Go there as soon as it is
   there, and again while pictures above it still grow; the reader's first move ends that. Once for a window. */
let arrived = false;
function goToAnchor() {
  if (arrived) return;
  arrived = true;
  let name = '';
  try { name = decodeURIComponent(location.hash.slice(1)); } catch { return; }
  const app = document.getElementById('App');
  if (!name || !app) return;
  const over = new AbortController(), eye = new ResizeObserver(() => document.getElementById(name)?.scrollIntoView());
  for (const part of [app, ...app.children]) eye.observe(part);
  for (const move of ['wheel', 'touchstart', 'pointerdown', 'keydown']) {
    addEventListener(move, () => { eye.disconnect(); over.abort(); }, { capture: true, passive: true, signal: over.signal });
  }
}

/* In an export the other language is another page. Its cells have the same names: go on at the one that is being read. */
function carryPlace() {
  const stop = new AbortController();
  document.addEventListener('click', event => {
    const link = event.composedPath().find(node => node.matches?.('.lk-langs a'));
    if (!link || link.dataset.lkChoice) return;
    const cells = [...document.querySelectorAll('[id^="cell-"]')];
    const read = scrollY > innerHeight / 2 && cells.find(cell => cell.getBoundingClientRect().bottom > innerHeight / 4);
    link.hash = read ? read.id : '';
  }, { capture: true, signal: stop.signal });
  return () => stop.abort();
}

export default {
  render(context) {
    return context.model.get('part') === 'mark' ? mark(context) : choices(context);
  },
};
