/** Statements of each format, and files that are broken or hostile. */
import { expect } from 'chai';
import fc from 'fast-check';
import type { CsvMapping, StatementImport } from '../../src/generated/api.ts';
import { decodeText, readStatement } from '../../src/reconciliation/statements/read-statement.ts';
import { InvalidStatement } from '../../src/reconciliation/statements/statement.ts';
import { CAMT053, statementOf } from '../support/statements.ts';

const CURRENCIES = new Map([
  ['usd', 2],
  ['jpy', 0],
]);
const read = (input: StatementImport) => readStatement(input, CURRENCIES);
const camt = (content: string) => read({ rail: 'bank_eft', format: 'camt053', content });
const COLUMNS = { booked_on: 'Date', bank_reference: 'Ref', amount: 'Amount' };
const csv = (content: string, mapping: CsvMapping) =>
  read({ rail: 'bank_eft', format: 'csv', currency: 'usd', content, mapping });

describe('A camt.053 file', () => {
  it('has balances, booked lines with a sign, references, and the other party', () => {
    const found = camt(CAMT053);
    expect(found).to.include({ currency: 'usd', opened_on: '2026-03-02', closed_on: '2026-03-02' });
    expect([found.opening, found.closing]).to.deep.equal([100_00n, 130_00n]);
    expect(found.lines.map(({ amount, bank_reference }) => [amount, bank_reference])).to.deep.equal([
      [50_00n, 'B-1'],
      [-20_00n, 'B-2'],
    ]);
    expect(found.lines[0]?.details).to.deep.equal({
      text: 'Rent & food SVC-77',
      references: ['E2E-B-1'],
      counterparty_name: 'Ana Silva',
      counterparty_account: 'DE89370400440532013000',
    });
  });

  it('is rejected quickly with an entity bomb, deep nesting, broken XML, or two statements', () => {
    const bomb = `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>${CAMT053}`;
    expect(() => camt(bomb)).to.throw(InvalidStatement, 'document type');
    expect(() => camt('<a>'.repeat(100_000))).to.throw(InvalidStatement, 'not valid XML');
    expect(() => camt(`${'<a>'.repeat(500)}${'</a>'.repeat(500)}`)).to.throw(InvalidStatement);
    expect(() => camt(CAMT053.slice(0, -20))).to.throw(InvalidStatement, 'not valid XML');
    expect(() => camt(CAMT053.replace('</Stmt>', '</Stmt><Stmt><Id>2</Id></Stmt>'))).to.throw('2 statements');
    expect(() => camt('<html></html>')).to.throw('not a camt.053');
    expect(() => camt('<Ntry>'.repeat(100_000))).to.throw('at most 20000 lines');
  });

  it('is rejected if its lines do not sum to the closing balance, or are in another currency', () => {
    expect(() => camt(CAMT053.replace('>130.00<', '>131.00<'))).to.throw(
      'sum to 130.00, but the closing balance is 131.00',
    );
    expect(() => camt(CAMT053.replaceAll('USD', 'GBP'))).to.throw('does not use the currency "gbp"');
  });
});

describe('A CSV file', () => {
  it('is read with a mapping of columns, separators, dates, and a running balance in either order', () => {
    const mapping = {
      columns: { ...COLUMNS, balance: 'Balance' },
      delimiter: ';',
      decimal_mark: ',',
      date_format: 'DD.MM.YYYY',
    } as const;
    const rows = ['03.03.2026;B-2;-1.000,50;99,50', '02.03.2026;B-1;100,00;1.100,00'];
    for (const order of [rows, [...rows].reverse()]) {
      const found = csv(['Date;Ref;Amount;Balance', ...order].join('\r\n'), mapping);
      expect([found.opening, found.closing]).to.deep.equal([1_000_00n, 99_50n]);
      expect([found.opened_on, found.closed_on]).to.deep.equal(['2026-03-02', '2026-03-03']);
    }
  });

  it('can have columns for credits and debits, and formulas that stay text', () => {
    const columns = { booked_on: 'Date', bank_reference: 'Ref', credit: 'In', debit: 'Out', text: ['Text'] };
    const found = csv(
      'Date,Ref,In,Out,Text\n2026-03-02,B-1,5.00,,"=HYPERLINK(""x"")"\n2026-03-02,B-2,,2.00,',
      {
        columns,
        opening_balance: '1.00',
        closing_balance: '4.00',
      },
    );
    expect(found.lines.map(({ amount }) => amount)).to.deep.equal([5_00n, -2_00n]);
    expect(found.lines[0]?.details.text).to.equal('=HYPERLINK("x")');
  });

  it('is rejected with one error that does not quote it', () => {
    const mapping = { columns: COLUMNS, opening_balance: '0', closing_balance: '0' };
    const wrong: readonly (readonly [string, string])[] = [
      ['Date,Ref,Amount\n2026-03-02,B-1,"Ana', 'not valid CSV'],
      ['Date,Ref\n2026-03-02,B-1', 'no column "Amount"'],
      ['Date,Ref,Amount\n2026-13-02,B-1,1', 'date of line 1'],
      ['Date,Ref,Amount\n2026-03-02,B-1,1e3', 'amount of line 1'],
      ['Date,Ref,Amount\n2026-03-02,Ana Silva,0', 'bank reference of line 1'],
      ['Date,Ref,Amount\n2026-03-02,DE89370400440532013000,0', 'looks like an account number'],
      [`Date,Ref,Amount\n${'2026-03-02,B,1\n'.repeat(100_000)}`, 'at most 20000 lines'],
      [`Date,Ref,Amount\n${'"\n'.repeat(300_000)}`, 'at most 20000 lines'],
    ];
    for (const [text, message] of wrong) {
      expect(() => csv(text, mapping))
        .to.throw(InvalidStatement, message)
        .with.property('message')
        .not.contains('Ana');
    }
  });
});

describe('A statement', () => {
  it('needs distinct lines within its period', () => {
    const twice = { amount: '1.00', reference: 'B-1' };
    expect(() => read(statementOf([twice, twice]))).to.throw('Lines 1 and 2 have the same');
    expect(() => read(statementOf([{ ...twice, day: '2026-03-03' }]))).to.throw('not within the period');
  });

  it('knows lines without a reference by day, amount, and number', () => {
    const bare = { amount: '1.00', reference: null };
    const found = read(statementOf([bare, bare]));
    expect(found.lines.map(({ bank_reference }) => bank_reference)).to.deep.equal([
      'none:2026-03-02/100/1',
      'none:2026-03-02/100/2',
    ]);
  });

  it('is accepted exactly if the opening balance and the lines sum to the closing balance', () => {
    const amounts = fc.array(fc.integer({ min: -1_000_000, max: 1_000_000 }), { maxLength: 20 });
    fc.assert(
      fc.property(amounts, fc.integer({ min: -2, max: 2 }), (all, error) => {
        const lines = all.map((each, i) => ({ amount: (each / 100).toFixed(2), reference: `B-${i}` }));
        const sum = all.reduce((total, each) => total + each, 0);
        const input = statementOf(lines, { closing_balance: ((sum + error) / 100).toFixed(2) });
        if (error === 0) expect(read(input).closing).to.equal(BigInt(sum));
        else expect(() => read(input)).to.throw(InvalidStatement, 'closing balance');
      }),
    );
  });

  it('can be in several encodings, and is rejected in a wrong one', () => {
    expect(decodeText(Buffer.from([0x53, 0xe3, 0x6f]), 'windows-1252')).to.equal('São');
    expect(() => decodeText(Buffer.from([0x53, 0xe3, 0x6f]))).to.throw('not text in the encoding utf-8');
    expect(() => decodeText(Buffer.from('a', 'utf16le'))).to.throw('not text');
  });
});
