/* A measurement's progress in words: how long it will still take, and whom it waits for. */
function progressText(m, t) {
  const seconds = m.left == null ? null : Math.max(1, Math.ceil(m.left));
  if (m.queued) return t('先等你的另一项测完', 'Your other measurement goes first') + (seconds === null ? t('…', ' …') : t(`，一共还要约 ${seconds} 秒`, `; about ${seconds} s in all`));
  if (m.shared) return t('别人也在测，轮流进行', 'Someone else measures too, taking turns') + (seconds === null ? t('…', ' …') : t(`，至少还要 ${seconds} 秒`, `; at least ${seconds} s left`));
  return seconds === null ? t('正在测量…', 'measuring …') : t(`还要约 ${seconds} 秒`, `about ${seconds} s left`);
}
