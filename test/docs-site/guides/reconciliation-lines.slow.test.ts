/** Runs the command lines of the page about reconciliation from top to bottom, with files and breaks as it describes them. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { ReconciliationItem } from '../../../src/generated/api.ts';
import { expectBody, fundedWallet, listAll } from '../../support/api-steps.ts';
import { hasShell } from '../../support/installed-programs.ts';
import {
  startServiceWithOperators,
  type ServiceWithOperators,
} from '../../support/service-with-operators.ts';
import { skip } from '../../support/skip.ts';
import { camt } from '../../support/statement-files.ts';
import { statementOf } from '../../support/statements.ts';
import { temporaryFolder, type Folder } from '../../support/temporary-folder.ts';
import { commandLinesOf, runLines } from './command-lines.ts';
import { blockWith } from './guide-blocks.ts';

const GUIDE = 'docs/reconciliation.md';
/** Deposits are possible in the sandbox only. */
const PATH = '/operator/v1/reconciliation/sandbox';
/** The day of the page. */
const DAY = '2026-11-20';

describe('The command lines about reconciliation', function () {
  this.timeout(300_000);
  let service: ServiceWithOperators;
  let folder: Folder;
  /** Of the bank. */
  let balance = 115;
  const today = new Date().toISOString().slice(0, 10);
  before(async () => {
    service = await startServiceWithOperators();
    folder = await temporaryFolder();
    writeFiles(folder.path);
  });
  after(async () => {
    await service.close();
    await folder.remove();
  });

  /** A line of today's statement, which names no movement of any book unless `text` does. */
  async function newLine(amount = '-1.00', text = 'Fee'): Promise<string> {
    const opening_balance = balance.toFixed(2);
    balance += Number(amount);
    const reference = `BANK-${opening_balance}`;
    const period = { opened_on: today, closed_on: today, opening_balance };
    const statement = statementOf([{ day: today, amount, reference, text }], period);
    expectBody(await service.operators.treasury.post(`${PATH}/statements`, statement), 201);
    return idOf(({ line }) => line?.bank_reference === reference);
  }

  /** A deposit of 10.00 that today's statement does not have. */
  async function newMovement(): Promise<string> {
    await newLine();
    const { treasury } = service.operators;
    const before = await listAll(treasury, `${PATH}/items`);
    await fundedWallet(service.sandbox, { cashable: '1000.00' });
    expectBody(await treasury.post(`${PATH}/movements`), 200);
    return idOf(({ id, movement }) => movement !== null && before.every((other) => other.id !== id));
  }

  /** A line that names the transfer of a movement. */
  async function matchedLine(): Promise<string> {
    const path = `${PATH}/items/${await newMovement()}`;
    const { movement } = expectBody(await service.operators.viewer.get(path), 200);
    return newLine('10.00', `Deposit ${movement.transfer_id}`);
  }

  async function idOf(isWanted: (item: ReconciliationItem) => boolean): Promise<string> {
    const items = await listAll(service.operators.viewer, `${PATH}/items`);
    return (items as ReconciliationItem[]).find(isWanted)?.id ?? 'none';
  }

  async function objectFor(placeholder: string, line: string): Promise<string> {
    const { admin } = service;
    switch (placeholder) {
      case 'stl_…':
        if (line.includes('separate')) return matchedLine();
        return newLine(line.includes('group') ? '20.00' : '9.00');
      case 'mov_…':
        return newMovement();
      case 'stm_…':
        return expectBody(await admin.get(`${PATH}/statements?limit=1`), 200).data[0].id;
      case 'opt_…': {
        const { data } = expectBody(await admin.get('/operator/v1/tokens'), 200);
        return data.find(({ role }: { role: string }) => role === 'treasury').id;
      }
      default:
        throw new Error(`What is ${placeholder} in: ${line}`);
    }
  }

  async function lineToRun(line: string): Promise<string> {
    if (line.includes('statements preview')) writeCsv(folder.path, ['C-2', '1,00', '123,00']);
    let text = line.replace(' production', ' sandbox');
    for (const [placeholder] of line.matchAll(/\b[a-z]+_…/g))
      text = text.replace(placeholder, await objectFor(placeholder, line));
    return text;
  }

  /** The lines of the imported files, which no movement matches. */
  async function acceptBreaks(): Promise<void> {
    const { treasury } = service.operators;
    for (const { id } of await listAll(treasury, `${PATH}/items?breaks=open&day=${DAY}`)) {
      const resolution = { resolution: 'accept', reason: 'The bank books it tomorrow.' };
      expectBody(await treasury.post(`${PATH}/items/${id}/resolution`, resolution), 200);
    }
  }

  it('succeed in the order of the page', async function () {
    if (!hasShell()) skip(this, 'needs bash and curl');
    let ran = 0;
    for (const lines of commandLinesOf(GUIDE)) {
      if (lines.some((line) => line.includes(' close '))) await acceptBreaks();
      const withObjects: string[] = [];
      for (const line of lines) withObjects.push(await lineToRun(line));
      await runLines(service, withObjects, folder.path);
      ran += lines.length;
    }
    expect(ran).to.be.greaterThan(20);

    const { viewer } = service.operators;
    expect(expectBody(await viewer.get(`${PATH}/days/${DAY}`), 200)).to.include({ state: 'closed' });
    const results = (await listAll(viewer, `${PATH}/items`)).map(({ result }) => result);
    expect(results).to.include.members(['different_amount', 'missing_at_bank', 'missing_in_ledger']);
    const { data } = expectBody(await viewer.get('/operator/v1/proposals'), 200);
    expect(data.map(({ action }: { action: { type: string } }) => action.type)).to.deep.equal(['write_off']);
  });
});

function writeCsv(folder: string, [reference, amount, balance]: readonly [string, string, string]): void {
  const date = DAY.split('-').reverse().join('.');
  const text = `Date;Reference;Amount;Balance;Purpose\n${date};${reference};${amount};${balance};Interest\n`;
  writeFileSync(join(folder, `${DAY}.csv`), text);
}

/** Three statements of the day, each of which continues the one before, and the mapping of the page. */
function writeFiles(folder: string): void {
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
  const entries = [{ amount: '10.00', day: DAY, reference: 'X-1' }];
  const balances = [
    ['OPBD', '100.00', DAY],
    ['CLBD', '110.00', DAY],
  ] as const;
  write(`${DAY}.xml`, camt([{ balances, entries }]).replaceAll('Ccy="EUR"', 'Ccy="USD"'));
  writeCsv(folder, ['C-1', '5,00', '115,00']);
  write('mapping.json', blockWith(GUIDE, '"decimal_mark"'));
  const period = { opened_on: DAY, closed_on: DAY, opening_balance: '115.00' };
  const { statement } = statementOf([{ day: DAY, amount: '7.00', reference: 'J-1' }], period);
  write(`${DAY}.json`, JSON.stringify(statement));
}
