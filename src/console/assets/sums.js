/* Adds up the selected lines and movements, so that their sums can be compared before the form is sent. */
(() => {
  'use strict';

  /** Amounts of all currencies fit. */
  const DIGITS = 8;

  const parse = (amount) => {
    const [whole, fraction = ''] = amount.replace('-', '').split('.');
    const value = BigInt(whole + fraction.padEnd(DIGITS, '0'));
    return amount.startsWith('-') ? -value : value;
  };

  const format = (value, digits) => {
    const text = String(value < 0n ? -value : value).padStart(DIGITS + 1, '0');
    const whole = text.slice(0, -DIGITS).replace(/\B(?=(\d{3})+$)/g, ',');
    return `${value < 0n ? '−' : ''}${whole}${digits === 0 ? '' : `.${text.slice(-DIGITS).slice(0, digits)}`}`;
  };

  for (const fields of document.querySelectorAll('[data-sums]')) {
    const output = fields.querySelector('output');
    const digits = (fields.dataset.amount.split('.')[1] ?? '').length;
    const shown = (value) => `${format(value, digits)} ${fields.dataset.sums}`;
    const update = () => {
      const sums = { Lines: 0n, movements: 0n };
      for (const { dataset } of [fields, ...fields.querySelectorAll('input:checked')])
        sums[dataset.side] += parse(dataset.amount);
      const difference = sums.Lines - sums.movements;
      output.dataset.tone = difference === 0n ? 'ok' : 'wait';
      output.textContent = `Lines ${shown(sums.Lines)}, movements ${shown(sums.movements)}, difference ${shown(difference)}`;
    };
    output.hidden = false;
    update();
    fields.addEventListener('change', update);
    addEventListener('pageshow', update);
  }
})();
