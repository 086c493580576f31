/* Keys of a queue: j and k move between rows; other keys use the control of the row that has the focus. */
(() => {
  'use strict';

  const queue = document.querySelector('[data-queue]');
  if (queue === null) return;
  const rows = [...queue.querySelectorAll('tbody tr')];
  for (const row of rows) row.tabIndex = -1;

  const move = (by) => {
    const at = rows.findIndex((row) => row.contains(document.activeElement));
    rows.at(Math.min(rows.length - 1, Math.max(0, at === -1 ? 0 : at + by)))?.focus();
  };

  addEventListener('keydown', (event) => {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || !/^[a-z]$/.test(key)) return;
    if (target.matches('textarea, select, input:not([type=checkbox])')) return;
    if (key === 'j' || key === 'k') move(key === 'j' ? 1 : -1);
    else
      rows
        .find((row) => row.contains(document.activeElement))
        ?.querySelector(`[data-key="${key}"]`)
        ?.click();
  });
})();
