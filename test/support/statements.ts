/** Bank statements for tests. */
import type { StatementImport } from '../../src/generated/api.ts';

export type TestLine = {
  readonly day?: string;
  readonly amount: string;
  readonly reference: string | null;
  readonly text?: string;
};

const cents = (text: string): number => Math.round(Number(text) * 100);

/** A JSON statement whose closing balance is right. */
export function statementOf(
  lines: readonly TestLine[],
  more: Partial<StatementImport['statement']> = {},
): StatementImport {
  const opening = more.opening_balance ?? '0.00';
  const closing = lines.reduce((sum, { amount }) => sum + cents(amount), cents(opening)) / 100;
  return {
    rail: 'bank_eft',
    format: 'json',
    statement: {
      currency: 'usd',
      opened_on: '2026-03-02',
      closed_on: '2026-03-02',
      opening_balance: opening,
      closing_balance: closing.toFixed(2),
      lines: lines.map(({ day = '2026-03-02', amount, reference, text }) => ({
        booked_on: day,
        amount,
        bank_reference: reference,
        ...(text === undefined ? {} : { text }),
      })),
      ...more,
    },
  };
}

const entry = (amount: string, side: 'CRDT' | 'DBIT', reference: string, text: string): string => `
      <Ntry><Amt Ccy="USD">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
        <BookgDt><Dt>2026-03-02</Dt></BookgDt><AcctSvcrRef>${reference}</AcctSvcrRef>
        <NtryDtls><TxDtls><Refs><EndToEndId>E2E-${reference}</EndToEndId></Refs>
          <RltdPties><Dbtr><Nm>Ana Silva</Nm></Dbtr><DbtrAcct><Id><IBAN>DE89370400440532013000</IBAN></Id></DbtrAcct></RltdPties>
          <RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`;

/** 100.00 + 50.00 − 20.00 = 130.00. */
export const CAMT053 = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>
      <Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="USD">100.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-03-02</Dt></Dt></Bal>
      <Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="USD">130.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-03-02</Dt></Dt></Bal>
      ${entry('50.00', 'CRDT', 'B-1', 'Rent &amp; food SVC-77')}${entry('20.00', 'DBIT', 'B-2', 'Payout')}
      <Ntry><Amt Ccy="USD">9.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>PDNG</Cd></Sts></Ntry>
</Stmt></BkToCstmrStmt></Document>`;
