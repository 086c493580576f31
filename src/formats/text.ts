/** Adds thousands separators to a decimal string, and replaces its hyphen with a minus sign. */
export const groupDigits = (amount: string): string => {
  const [, sign = '', whole = '', rest = ''] = /^([-+−]?)(\d+)(.*)$/.exec(amount) ?? [];
  return `${sign === '-' ? '−' : sign}${whole.replace(/\B(?=(\d{3})+$)/g, ',')}${rest}`;
};

/** Shortens a time in ISO 8601 to the second: `2026-11-25 23:34:41`. */
export const timeText = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 19)}`;
