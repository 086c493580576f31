/** Adds thousands separators to a decimal string, and replaces its hyphen with a minus sign. */
export const groupDigits = (amount: string): string => {
  const [, sign = '', whole = '', rest = ''] = /^([-+−]?)(\d+)(.*)$/.exec(amount) ?? [];
  return `${sign === '-' ? '−' : sign}${whole.replace(/\B(?=(\d{3})+$)/g, ',')}${rest}`;
};
