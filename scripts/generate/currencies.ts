/** The decimals of each currency of ISO 4217 (`src/generated/currencies.ts`), from a package that follows its list. */
import { data } from 'currency-codes';
import { format } from 'prettier';

/** Currencies that are newer than the list of the package. */
const NEWER: Readonly<Record<string, number>> = {
  xad: 2, // Arab Accounting Dinar
  xcg: 2, // Caribbean guilder
  zwg: 2, // Zimbabwe Gold
};

export function currencyTable(): Promise<string> {
  const decimals = new Map<string, number>(
    data.map(({ code, digits }): [string, number] => [code.toLowerCase(), digits]),
  );
  for (const [code, digits] of Object.entries(NEWER)) decimals.set(code, digits);
  const rows = [...decimals]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([code, digits]) => `${code}: ${digits},`);
  return format(
    `// Generated from the list of ISO 4217 by \`npm run generate\`. Do not edit.

/** The decimals of the currencies of ISO 4217, by code in lower case. Libraries of locales differ from it. */
export const CURRENCY_DECIMALS: Readonly<Record<string, number>> = {${rows.join('\n')}};
`,
    { parser: 'typescript', printWidth: 110, singleQuote: true },
  );
}
