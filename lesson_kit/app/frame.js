/* The page's frame: choices of this window, and marks on the document. See frame.py. */

/* A click on <a data-lk-choice="lang=en">: tell Python, keep the address in step, load nothing. */
function choices({ model, el }) {
  el.hidden = true;
  const stop = new AbortController();
  document.addEventListener('click', event => {
    const link = event.composedPath().find(node => node.dataset?.lkChoice);
    if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
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

function mark({ model, el }) {
  el.hidden = true;
  const html = document.documentElement;
  html.lang = model.get('html_lang');
  html.removeAttribute('aria-busy');
  document.title = model.get('title');
  /* marimo edit: only the browser knows whether a whole folder is open, from ?file= in the address */
  const file = new URLSearchParams(location.search).get('file');
  for (const link of document.querySelectorAll('a[href^="#lk-"]')) {
    const name = link.getAttribute('href').slice(4), there = new URL(location.pathname, location.href);
    if (!file) link.removeAttribute('href');
    else if (name !== 'home') there.searchParams.set('file', file.replace(/[^/\\]*$/, name + '.py'));
    if (file) link.href = there.href;
  }
}

export default {
  render(context) {
    return context.model.get('part') === 'mark' ? mark(context) : choices(context);
  },
};
