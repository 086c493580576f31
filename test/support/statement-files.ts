/** Builds bank statements in the formats and dialects of banks. All contents are invented. */

type Balance = readonly [code: string, amount: string, day: string];
type Entry = {
  readonly amount: string;
  readonly day: string;
  readonly reference?: string;
  /** More elements of the entry. */
  readonly more?: string;
};
export type CamtStatement = {
  readonly id?: string;
  readonly account?: string;
  readonly period?: readonly [from: string, to: string];
  readonly balances: readonly Balance[];
  readonly entries: readonly Entry[];
};

export const OWN_IBAN = 'FR7630006000011234567890189';
export const OTHER_IBAN = 'NL91ABNA0417164300';

const sided = (amount: string): string =>
  `<Amt Ccy="EUR">${amount.replace('-', '')}</Amt><CdtDbtInd>${amount.startsWith('-') ? 'DBIT' : 'CRDT'}</CdtDbtInd>`;

const camtBalance = ([code, amount, day]: Balance): string =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${sided(amount)}<Dt><Dt>${day}</Dt></Dt></Bal>`;

const camtEntry = ({ amount, day, reference, more = '' }: Entry): string =>
  `<Ntry>${sided(amount)}<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${day}</Dt></BookgDt>` +
  `${reference === undefined ? '' : `<AcctSvcrRef>${reference}</AcctSvcrRef>`}${more}</Ntry>`;

const camtStatement =
  (element: string) =>
  ({ id = 'A', account = OWN_IBAN, period, balances, entries }: CamtStatement): string =>
    `<${element}><Id>${id}</Id>${
      period === undefined
        ? ''
        : `<FrToDt><FrDtTm>${period[0]}T00:00:00</FrDtTm><ToDtTm>${period[1]}T23:59:59</ToDtTm></FrToDt>`
    }<Acct><Id><IBAN>${account}</IBAN></Id></Acct>${balances.map(camtBalance).join('')}${entries.map(camtEntry).join('')}</${element}>`;

const MESSAGES = {
  '053': 'BkToCstmrStmt/Stmt',
  '052': 'BkToCstmrAcctRpt/Rpt',
  '054': 'BkToCstmrDbtCdtNtfctn/Ntfctn',
};

export function camt(statements: readonly CamtStatement[], kind: keyof typeof MESSAGES = '053'): string {
  const [message = '', element = ''] = MESSAGES[kind].split('/');
  return `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.${kind}.001.08"><${message}>${statements
    .map(camtStatement(element))
    .join('')}</${message}></Document>`;
}

/** One day of one account. */
export const camtDay = (
  day: string,
  opening: string,
  closing: string,
  entries: readonly Omit<Entry, 'day'>[],
): string =>
  camt([
    {
      balances: [
        ['OPBD', opening, day],
        ['CLBD', closing, day],
      ],
      entries: entries.map((each) => ({ day, ...each })),
    },
  ]);

/** Transactions of a batch, each with a reference and an amount. */
export const batchOf = (
  transactions: readonly (readonly [reference: string, amount: string | undefined])[],
): string =>
  `<NtryDtls><Btch><NbOfTxs>${transactions.length}</NbOfTxs></Btch>${transactions
    .map(
      ([reference, amount]) =>
        `<TxDtls><Refs><EndToEndId>${reference}</EndToEndId></Refs>${amount === undefined ? '' : `<Amt Ccy="EUR">${amount}</Amt>`}</TxDtls>`,
    )
    .join('')}</NtryDtls>`;

export const lines = (...rows: readonly string[]): string => `${rows.join('\n')}\n`;
