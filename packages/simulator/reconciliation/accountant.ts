/**
 * Two operators who reconcile the bank account behind the rail `wire`: they import statements, decide about breaks, and close a
 * day. Lines count once, however often statements contain them; a closed day never changes; and what the bank has is at all
 * times what the books have, with the differences that the lists show.
 */
import { Difference } from '../checks/difference.ts';
import type { Random } from '../commands/random.ts';
import { textOf } from '../model/prediction.ts';
import type { Answer, Json } from '../model/prediction.ts';
import type { OperatorCalls } from '../operators/operator-calls.ts';
import type { Settled } from '../partner/partner.ts';
import type { Scheduler } from '../scheduler/scheduler.ts';
import { STARTS_AT } from '../scheduler/simulated-runtime.ts';
import {
  PAYOUT_CENTS,
  accountIn,
  checkItems,
  isMissingAtBank,
  member,
  numberOf,
  referenceOf,
  settledCents,
} from './items.ts';
import type { Decision } from './items.ts';
import { OPENING_CENTS, createBank, parseCents, type Statement } from './bank.ts';
import { checkDays, checkStatements, hasMembers } from './statement-lists.ts';
import type { Imported } from './statement-lists.ts';

export type AccountantOptions = {
  readonly scheduler: Scheduler;
  readonly random: Random;
  readonly calls: OperatorCalls;
  /** The payments that have really happened. */
  readonly settled: Settled;
};

export type Accountant = {
  /** Imports statements and decides about breaks until the condition ends. */
  run(continues: () => boolean): Promise<void>;
  /** Imports what is left, closes the first day, and compares everything with what the bank has booked. */
  check(): Promise<void>;
  /** What accounts of the journal have, in cents. */
  accounts(): ReadonlyMap<string, bigint>;
};

/** Only the first one has statements, and none may come while nodes are down. */
const ACCOUNTS = ['wire:usd', 'bank_eft:usd', 'bank_eft:cad', 'bank_eft:eur', 'emailpay:cad', 'giro:usd'];
const PATH = 'reconciliation/sandbox';
const DAY_MS = 86_400_000;
/** More than clocks are wrong. */
const CLOCKS_AGREE_MS = 45_000;

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
const FIRST_DAY = dayOf(STARTS_AT);
const FIRST_DAY_ENDS_AT = Date.parse(FIRST_DAY) + DAY_MS;

export function createAccountant(options: AccountantOptions): Accountant {
  const { scheduler, random, calls, settled } = options;
  const bank = createBank();
  const booked = new Set<string>();
  /** What was decided about a line, by its reference. */
  const decisions = new Map<string, Decision>();
  /** The statements, oldest first. */
  const imported: Imported[] = [];
  let writtenOff = 0;
  /** The closing of the first day. It never changes. */
  let closing: string | undefined;
  let serial = 0;

  const expectStatus = (answer: Answer, about: string, ...statuses: readonly number[]): Answer => {
    if (!statuses.includes(answer.status))
      throw new Difference(`accountant: ${about} was answered with ${answer.status} ${answer.text}`);
    return answer;
  };
  const isDayOver = (): boolean => STARTS_AT + scheduler.now() >= FIRST_DAY_ENDS_AT + CLOCKS_AGREE_MS;
  const bankDay = (): string => dayOf(STARTS_AT + scheduler.now());

  function book(reference: string, cents: number): void {
    // The bank corrects a closed day, too. Such a line belongs to the first open day.
    const day = closing !== undefined && random.oneIn(4) ? FIRST_DAY : bankDay();
    bank.book({ reference, cents, day });
  }

  /** What happened since: mostly as the rail says, sometimes later, in one sum, or with another amount. */
  function bookAll(isComplete: boolean): void {
    const before = bank.entries.length;
    const isDue = (key: string): boolean => !booked.has(key) && (isComplete || !random.oneIn(4));
    for (const [reference, amount] of settled.deposits) {
      if (!isDue(reference)) continue;
      booked.add(reference);
      serial += 1;
      const cents = parseCents(amount);
      // Cents make the amount different from all others.
      const kind = random.below(8);
      if (kind === 0) book(reference, cents - 13);
      else if (kind === 1) book(`X-${serial}`, cents - 29);
      else book(reference, cents);
    }
    const paid = [...settled.outcomes].flatMap(([id, outcome]) =>
      outcome === 'completed' && isDue(id) ? id : [],
    );
    for (const id of paid) booked.add(id);
    for (; paid.length >= 2 && random.oneIn(3); paid.splice(0, 2)) {
      serial += 1;
      const [one, two] = paid;
      batches.set(`B-${serial}`, [one ?? '', two ?? '']);
      book(`B-${serial}`, 2 * -PAYOUT_CENTS);
    }
    for (const id of paid) book(`W-${id}`, -PAYOUT_CENTS);
    serial += 1;
    const fee = 1 + (serial % 9) * 10;
    // A statement without a new line would be the same file again.
    if (random.oneIn(2) || bank.entries.length === before) book(`F-${serial}`, -fee);
    if (!random.oneIn(4)) return;
    book(`R-${serial}`, fee + 1);
    book(`R-${serial}-back`, -fee - 1);
  }
  /** The payouts that the bank booked in one sum. */
  const batches = new Map<string, readonly string[]>();

  async function importStatement(isComplete: boolean): Promise<void> {
    bookAll(isComplete);
    const statement = bank.statement(random.below(6), bankDay(), random);
    const { body } = statement;
    const first = await importOnce(statement);
    if (random.oneIn(3)) expectStatus(await calls.ask(`${PATH}/statements`, body), 'the same file', 409);
    if (!random.oneIn(4)) return void imported.push({ statement, made: first });
    imported.push({ statement, made: await voidImport(first), isVoid: true });
    imported.push({ statement, made: await importOnce(statement) });
  }

  async function importOnce({ body, shown }: Statement): Promise<Json> {
    const answer = await calls.ask(`${PATH}/statements`, body);
    // A payment and its return at the beginning may be new or known by the balances, so the operator says which.
    const isAsked = answer.status === 422 && answer.text.includes('set overlap to');
    const { body: made } = expectStatus(
      isAsked ? await calls.ask(`${PATH}/statements`, { ...body, overlap: 'known' }) : answer,
      'an import',
      201,
    );
    if (!hasMembers(made, shown))
      throw new Difference(
        `accountant: the statement ${JSON.stringify(shown)} was imported as ${JSON.stringify(made)}`,
      );
    return made;
  }

  /** Its lines no longer count, so that the same file is new. */
  async function voidImport(made: Json): Promise<Json> {
    const path = `${PATH}/statements/${textOf(made, 'id')}/void`;
    const reason = 'It was imported with the wrong mapping.';
    const voided = expectStatus(await calls.ask(path, { reason }), 'a void', 200).body;
    expectStatus(await calls.ask(path, { reason }), 'a second void', 409);
    if (!hasMembers(voided, { id: textOf(made, 'id'), void_reason: reason }))
      throw new Difference(`accountant: the void of ${textOf(made, 'id')} is ${JSON.stringify(voided)}`);
    return voided;
  }

  /** The bank corrects the closed day. Such a line belongs to the first open day. */
  async function importLate(): Promise<void> {
    serial += 1;
    bank.book({ reference: `F-${serial}`, cents: -1, day: FIRST_DAY });
    await importStatement(true);
  }

  const itemsWith = (query: Readonly<Record<string, string>>): Promise<readonly Json[]> =>
    calls.list(`${PATH}/items`, { rail: 'wire', ...query });

  async function decide(): Promise<void> {
    const open = await itemsWith({ breaks: 'open' });
    const item = random.pickAny(open);
    if (item === undefined) return;
    const [id, reference] = [textOf(item, 'id'), referenceOf(item)];
    const path = `${PATH}/items/${id}`;
    if (random.oneIn(4)) await assign(path, id);
    const batch = batches.get(reference);
    if (batch !== undefined) return groupBatch(item, batch, open);
    if (reference.startsWith('R-')) return groupReversal(item, open);
    if (reference.startsWith('X-')) {
      const other = open.find((each) => isMissingAtBank(each, numberOf(member(item, 'line'), 'amount') + 29));
      if (other === undefined) return;
      const link = {
        resolution: 'link',
        movement_id: textOf(other, 'id'),
        reason: 'The reference is wrong.',
      };
      const linked = expectStatus(await calls.ask(`${path}/resolution`, link), 'a link', 200);
      if (textOf(linked.body, 'result') !== 'different_amount')
        throw new Difference(`accountant: a link of another amount is ${linked.text}`);
      return;
    }
    // A movement without a line finds it later.
    if (textOf(item, 'result') === 'missing_at_bank' || random.oneIn(3)) {
      const accepted = { resolution: 'accept', reason: 'The bank books it tomorrow.' };
      expectStatus(await calls.ask(`${path}/resolution`, accepted), 'an acceptance', 200);
    } else if (reference.startsWith('F-') || textOf(item, 'result') === 'different_amount')
      await writeOff(item, path);
  }

  async function assign(path: string, id: string): Promise<void> {
    const by = random.pick(['operator', 'secondOperator'] as const);
    expectStatus(await calls.ask(path, { assigned_to: 'me' }, { method: 'PATCH', by }), 'an assignment', 200);
    const mine = await calls.list(`${PATH}/items`, { assigned: 'me' }, by);
    if (!mine.some((each) => textOf(each, 'id') === id))
      throw new Difference(`accountant: ${id} is not among the breaks of its owner`);
  }

  /** The second operator approves it once, or withdraws it. */
  async function writeOff(item: Json, path: string): Promise<void> {
    const body = { resolution: 'write_off', reason: 'A fee of the bank.' };
    const proposed = expectStatus(await calls.ask(`${path}/resolution`, body), 'a write-off', 202);
    const proposal = `proposals/${textOf(proposed.body, 'id')}`;
    expectStatus(await calls.ask(`${path}/resolution`, body), 'a second proposal', 409);
    expectStatus(await calls.ask(`${proposal}/approve`, {}), 'the approval of an own proposal', 403);
    const by = 'secondOperator';
    if (random.oneIn(4)) {
      expectStatus(await calls.ask(`${proposal}/withdraw`, {}, { by }), 'a withdrawal', 200);
      expectStatus(await calls.ask(`${proposal}/approve`, {}, { by }), 'a late approval', 409);
      return;
    }
    const approved = [1, 2].map(() => calls.ask(`${proposal}/approve`, {}, { by }));
    const statuses = (await Promise.all(approved)).map(({ status }) => status).sort();
    if (statuses.join() !== '201,409')
      throw new Difference(`accountant: two approvals of a write-off were answered with ${statuses.join()}`);
    writtenOff += numberOf(item, 'difference');
    decisions.set(referenceOf(item), 'written_off');
  }

  const groupOf = (lines: readonly Json[], movements: readonly Json[]) => ({
    line_ids: lines.map((each) => textOf(each, 'id')),
    movement_ids: movements.map((each) => textOf(each, 'id')),
    reason: 'The same money.',
  });

  async function group(lines: readonly Json[], movements: readonly Json[]): Promise<void> {
    const body = groupOf(lines, movements);
    expectStatus(await calls.ask(`${PATH}/groups`, body), 'a group', 201);
    expectStatus(await calls.ask(`${PATH}/groups`, body), 'the same group again', 409);
    for (const line of lines) decisions.set(referenceOf(line), 'grouped');
  }

  async function groupReversal(line: Json, open: readonly Json[]): Promise<void> {
    const reference = referenceOf(line);
    const other = reference.endsWith('-back') ? reference.slice(0, -'-back'.length) : `${reference}-back`;
    const found = open.find((each) => referenceOf(each) === other);
    if (found !== undefined) return group([line, found], []);
  }

  async function groupBatch(line: Json, payouts: readonly string[], open: readonly Json[]): Promise<void> {
    const movements = payouts.flatMap((id) =>
      open.filter((each) => textOf(member(each, 'movement'), 'transfer_id') === id),
    );
    if (movements.length > 0 && movements.length < payouts.length)
      expectStatus(await calls.ask(`${PATH}/groups`, groupOf([line], movements)), 'an unequal group', 422);
    if (movements.length === payouts.length) await group([line], movements);
  }

  /** Returns whether the first day is closed. */
  async function close(isOver: boolean): Promise<boolean> {
    const body = isOver ? { without_statements: ACCOUNTS } : {};
    const answer = await calls.ask(`${PATH}/days/${FIRST_DAY}/closing`, body);
    expectStatus(answer, 'a closing', 200, 409);
    if (answer.status === 200) return keep(answer.text);
    const code = textOf(member(answer.body, 'error'), 'code');
    if (closing !== undefined || (isOver && code !== 'breaks_open'))
      throw new Difference(`accountant: the closing was answered with ${answer.text}`);
    return false;
  }

  /** Only a break that nobody has accepted prevents it now. */
  async function acceptAndClose(): Promise<void> {
    while (!(await close(true)))
      for (const item of await itemsWith({ breaks: 'open' })) {
        const accepted = { resolution: 'accept', reason: 'The day has to be closed.' };
        const path = `${PATH}/items/${textOf(item, 'id')}/resolution`;
        expectStatus(await calls.ask(path, accepted), 'an acceptance', 200);
      }
  }

  function keep(text: string): boolean {
    if (closing !== undefined && text !== closing)
      throw new Difference(`accountant: the closed day was ${closing}, and is now ${text}`);
    closing = text;
    return true;
  }

  return {
    async run(continues) {
      // Before the end of the day, so that it has a statement.
      await importStatement(false);
      for (;;) {
        await scheduler.pause(1_000 + random.below(8_000));
        if (!continues()) return;
        if (random.oneIn(3)) await importStatement(false);
        else if (random.oneIn(4)) await (isDayOver() ? acceptAndClose() : close(false));
        else await decide();
      }
    },
    async check() {
      const left = FIRST_DAY_ENDS_AT + CLOCKS_AGREE_MS - STARTS_AT - scheduler.now();
      if (left > 0) await scheduler.pause(left);
      await importStatement(true);
      await calls.write(`${PATH}/movements`, 200, {});
      await acceptAndClose();
      await close(true);
      await importLate();
      keep(JSON.stringify(await calls.read(`${PATH}/days/${FIRST_DAY}`)));
      accountIn(await calls.read(`${PATH}/days/${FIRST_DAY}`));
      const account = accountIn(await calls.read(`${PATH}/days/${bankDay()}`));
      const expected = {
        closing_balance: bank.balance(),
        opening_difference: OPENING_CENTS,
        written_off: writtenOff,
        ledger_closing_balance: settledCents(settled).reduce((a, b) => a + b, 0),
      };
      for (const [name, cents] of Object.entries(expected))
        if (numberOf(account, name) !== cents)
          throw new Difference(`accountant: ${name} is ${textOf(account, name)} instead of ${cents} cents`);
      checkItems(await itemsWith({}), bank.entries, decisions, settled);
      checkStatements(await calls.list(`${PATH}/statements`), imported);
      await checkDays(calls, PATH, [bankDay(), FIRST_DAY]);
    },
    accounts() {
      const moved = BigInt(settledCents(settled).reduce((a, b) => a + b, 0));
      const differences = BigInt(writtenOff);
      return new Map([
        ['clearing:wire:usd', -moved],
        ['bank:wire:usd', -differences],
        ['difference:wire:usd', differences],
      ]);
    },
  };
}
