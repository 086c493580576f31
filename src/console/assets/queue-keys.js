/* Keys of a queue: j and k move between rows; other keys use the control of the row that has the focus. */
(() => {
  'use strict';

  /** Rows are replaced while the page is open. */
  const rowsNow = () => [...document.querySelectorAll('[data-queue] tbody tr')];

  const move = (by) => {
    const rows = rowsNow();
    for (const row of rows) row.tabIndex = -1;
    const at = rows.findIndex((row) => row.contains(document.activeElement));
    rows.at(Math.min(rows.length - 1, Math.max(0, at === -1 ? 0 : at + by)))?.focus();
  };

  addEventListener('keydown', (event) => {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || !/^[a-z]$/.test(key)) return;
    if (target.matches('textarea, select, input:not([type=checkbox])')) return;
    if (key === 'j' || key === 'k') move(key === 'j' ? 1 : -1);
    else
      rowsNow()
        .find((row) => row.contains(document.activeElement))
        ?.querySelector(`[data-key="${key}"]`)
        ?.click();
  });
})();
