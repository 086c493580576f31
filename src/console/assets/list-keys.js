/* Keys of lists: j and k move between rows, o opens one, and other keys use the control of the row that has the focus. */
(() => {
  'use strict';

  /** Rows are replaced while the page is open. */
  const rowsNow = () => [...document.querySelectorAll('[data-refresh] tbody tr')];
  const help = document.getElementById('shortcuts');

  const move = (by) => {
    const rows = rowsNow();
    for (const row of rows) row.tabIndex = -1;
    const at = rows.findIndex((row) => row.contains(document.activeElement));
    rows.at(Math.min(rows.length - 1, Math.max(0, at === -1 ? 0 : at + by)))?.focus();
  };

  const use = (key) => {
    const row = rowsNow().find((each) => each.contains(document.activeElement));
    const control = row?.querySelector(`[data-key="${key}"]`);
    if (key !== 'o') control?.click();
    else (control ?? row?.querySelector('th a[href]') ?? row?.querySelector('a[href]'))?.click();
  };

  addEventListener('keydown', (event) => {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || !/^[a-z?]$/.test(key)) return;
    if (target.matches('textarea, select, input:not([type=checkbox], [type=radio])')) return;
    if (key === '?') help?.showModal();
    else if (help?.open) return;
    else if (key === 'j' || key === 'k') move(key === 'j' ? 1 : -1);
    else use(key);
  });

  for (const button of document.querySelectorAll('[data-keys]')) {
    button.hidden = false;
    button.addEventListener('click', () => help?.showModal());
  }
})();
