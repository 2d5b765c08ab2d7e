/* Check yourself: a click answers, and every option says why. */
const kept = {
  get(key) { try { return JSON.parse(sessionStorage.getItem(key)) ?? {}; } catch { return {}; } },
  set(key, value) { try { sessionStorage.setItem(key, JSON.stringify(value)); } catch { /* storage can be forbidden */ } },
};

function render({ model, el: host }) {
  const { root, t, dispose } = mount(model, host);
  const questions = model.get('questions'), key = model.get('key') && 'lk-quiz-' + model.get('key');
  const chosen = key ? kept.get(key) : {};
  const score = el('p', { className: 'lk-score', ariaLive: 'polite' });
  function count() {
    const done = questions.filter((_, i) => questions[i].options[chosen[i]]).length, right = questions.filter((q, i) => q.options[chosen[i]]?.right).length;
    score.textContent = done < questions.length ? '' : right === questions.length ? t('全对。', 'All right.') : t(`${questions.length} 题对了 ${right} 题；点别的选项，看看为什么。`, `${right} of ${questions.length} right. Try the other options to see why.`);
  }
  root.append(el('div', { className: 'lk-quiz' }, ...questions.map((question, n) => {
    const why = el('p', { className: 'lk-why', ariaLive: 'polite' });
    const buttons = question.options.map((option, i) => el('button', { type: 'button', ariaPressed: 'false', onclick: () => { chosen[n] = i; if (key) kept.set(key, chosen); show(); } }, el('span', { innerHTML: option.text })));
    function show() {
      buttons.forEach((button, i) => {
        const here = chosen[n] === i;
        button.classList.toggle('right', here && question.options[i].right);
        button.classList.toggle('wrong', here && !question.options[i].right);
        button.ariaPressed = String(here);
      });
      why.innerHTML = question.options[chosen[n]]?.why ?? '';
      count();
    }
    const box = el('section', { className: 'lk-qz' }, el('p', { className: 'lk-asks' }, el('span', { className: 'lk-no', textContent: n + 1 }), el('span', { innerHTML: question.text })), ...buttons, why);
    show();
    return box;
  })), score);
  return dispose;
}
export default { render };
