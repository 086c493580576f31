/** The bank behind the rail `wire`: what it has booked, and its statements in each format. Amounts are in cents. */
import type { Random } from '../commands/random.ts';
import type { JsonObject } from '../model/prediction.ts';

export type Entry = {
  /** The bank's own reference, different for each entry. */
  readonly reference: string;
  /** Positive if the account was credited. */
  readonly cents: number;
  /** The day of the bank. */
  readonly day: string;
};

export type Statement = {
  /** What is imported. */
  readonly body: JsonObject;
  /** What the list of statements shows of it. */
  readonly shown: Frame & { readonly format: string; readonly lines: number; readonly known_lines: number };
  /** The sum of the lines that an earlier statement contained. */
  readonly knownCents: number;
};

export type Bank = {
  readonly entries: readonly Entry[];
  readonly balance: () => number;
  book(entry: Entry): void;
  /** All entries that no statement contained, and up to `overlap` earlier ones. */
  statement(overlap: number, today: string, random: Random): Statement;
};

export const OPENING_CENTS = 100_000;

export const formatCents = (cents: number): string =>
  `${cents < 0 ? '-' : ''}${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`;

export const parseCents = (text: string): number => Math.round(Number(text) * 100);

const sum = (entries: readonly Entry[]): number => entries.reduce((total, { cents }) => total + cents, 0);

export function createBank(): Bank {
  const entries: Entry[] = [];
  let stated = 0;
  const balanceAt = (count: number): number => OPENING_CENTS + sum(entries.slice(0, count));
  return {
    entries,
    balance: () => balanceAt(entries.length),
    book: (entry) => void entries.push(entry),
    statement(overlap, today, random) {
      const from = Math.max(0, stated - overlap);
      const known = stated - from;
      const lines = entries.slice(from);
      stated = entries.length;
      const period = { opened_on: lines.map(({ day }) => day).sort()[0] ?? today, closed_on: today };
      const balances = {
        opening_balance: formatCents(balanceAt(from)),
        closing_balance: formatCents(balanceAt(entries.length)),
      };
      // Files of this format list their lines by day.
      const isByDay = lines.every(({ day }, at) => day >= (lines[at - 1]?.day ?? ''));
      const write = random.pick([json, csv, camt053, ...(isByDay ? [ofx] : [])]);
      const { format, ...content } = write(lines, { ...period, ...balances });
      return {
        body: { rail: 'wire', format, ...content },
        shown: { format, ...period, ...balances, lines: lines.length, known_lines: known },
        knownCents: sum(lines.slice(0, known)),
      };
    },
  };
}

type Frame = Readonly<Record<'opened_on' | 'closed_on' | 'opening_balance' | 'closing_balance', string>>;
type Content = JsonObject & { readonly format: string };

const json = (lines: readonly Entry[], frame: Frame): Content => ({
  format: 'json',
  statement: {
    ...{ currency: 'usd', ...frame },
    lines: lines.map(({ reference, cents, day }) => ({
      ...{ booked_on: day, amount: formatCents(cents), bank_reference: reference },
    })),
  },
});

const csv = (lines: readonly Entry[], frame: Frame): Content => ({
  ...{ format: 'csv', currency: 'usd' },
  mapping: {
    columns: { booked_on: 'Date', bank_reference: 'Reference', amount: 'Amount' },
    ...{ delimiter: ';', decimal_mark: ',', date_format: 'DD.MM.YYYY', ...frame },
  },
  content: [
    'Date;Reference;Amount',
    ...lines.map(({ day, reference, cents }) =>
      [day.split('-').reverse().join('.'), reference, formatCents(cents).replace('.', ',')].join(';'),
    ),
  ].join('\n'),
});

const sideOf = (amount: string): string =>
  `<Amt Ccy="USD">${amount.replace('-', '')}</Amt><CdtDbtInd>${amount.startsWith('-') ? 'DBIT' : 'CRDT'}</CdtDbtInd>`;

const balance = (code: string, amount: string, day: string): string =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${sideOf(amount)}<Dt><Dt>${day}</Dt></Dt></Bal>`;

const camt053 = (lines: readonly Entry[], frame: Frame): Content => ({
  format: 'camt053',
  content: [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>',
    balance('OPBD', frame.opening_balance, frame.opened_on),
    balance('CLBD', frame.closing_balance, frame.closed_on),
    ...lines.map(
      ({ reference, cents, day }) =>
        `<Ntry>${sideOf(formatCents(cents))}<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${day}</Dt></BookgDt>` +
        `<AcctSvcrRef>${reference}</AcctSvcrRef></Ntry>`,
    ),
    '</Stmt></BkToCstmrStmt></Document>',
  ].join('\n'),
});

const ofx = (lines: readonly Entry[], { opened_on, closed_on, closing_balance }: Frame): Content => {
  const dayOf = (day: string): string => day.replaceAll('-', '');
  return {
    format: 'ofx',
    content: [
      'OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\n',
      '<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD',
      `<BANKTRANLIST><DTSTART>${dayOf(opened_on)}<DTEND>${dayOf(closed_on)}`,
      ...lines.map(
        ({ reference, cents, day }) =>
          `<STMTTRN><TRNTYPE>OTHER<DTPOSTED>${dayOf(day)}<TRNAMT>${formatCents(cents)}<FITID>${reference}</STMTTRN>`,
      ),
      `</BANKTRANLIST><LEDGERBAL><BALAMT>${closing_balance}<DTASOF>${dayOf(closed_on)}</LEDGERBAL>`,
      '</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>',
    ].join('\n'),
  };
};
