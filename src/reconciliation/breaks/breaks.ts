/** Items of an environment, and what operators decide about breaks. */

import type {
  ReconciliationGroup as GroupView,
  ReconciliationItem as ItemView,
} from '../../generated/api.ts';
import type { ReconciliationEvent } from '../../generated/events.ts';
import { formatAmount, type Amount } from '../../ledger/amount.ts';
import {
  endProposal,
  isBelowLimit,
  proposalAt,
  proposeAction,
  proposedAnswer,
  withdrawProposal,
} from '../../ledger/dual-control.ts';
import { deriveId } from '../../ledger/ids.ts';
import { refuse, refuseField, type Refusal } from '../../ledger/refusal.ts';
import type { StreamOutcome } from '../../writer/stream-writer.ts';
import type { Decided, ReconciliationContext, ReconciliationRequest } from '../context.ts';
import type { AccountItems } from '../days/close-decisions.ts';
import { dayOfItem, isBreak, type Item } from '../matching/items.ts';
import { presentItem, type ItemContext } from '../present.ts';
import {
  firstOpenDay,
  type Acceptance,
  type BankLine,
  type Movement,
  type RailAccount,
} from '../state/rail-account.ts';
import type { WriteOffProposal } from '../state/state.ts';
import type { EventContext } from '../statements/import-decisions.ts';
import {
  decideAcceptance,
  decideAssignment,
  decideLink,
  findItemOf,
  requireBreak,
  stateOf,
  writeOffEvent,
  type FoundItem,
  type Resolution,
} from './break-decisions.ts';
import {
  executeWriteOff,
  limitedWriteOff,
  writeOffProposals,
  type WriteOffLimits,
} from './write-off-proposals.ts';

// Decides that lines and movements are settled together, because they have the same sum. Pure.

/** At least two lines or movements in total. */
type NewGroup = {
  readonly line_ids: readonly string[];
  readonly movement_ids: readonly string[];
  readonly reason: string;
};

type Refused = { readonly refusal: Refusal };
type Grouped = Extract<ReconciliationEvent, { type: 'items.grouped' }>;

/** Refuses validation_failed (also for two sums), and break_state_conflict for what is settled. */
function decideGroup(
  accounts: readonly AccountItems[],
  { line_ids, movement_ids, reason }: NewGroup,
  lastClosedDay: string | undefined,
  { stream, revision, now }: EventContext,
): { readonly event: Grouped; readonly account: RailAccount; readonly amount: Amount } | Refused {
  if (line_ids.length + movement_ids.length < 2)
    return refuseField('movement_ids', 'required', 'Send at least two lines or movements.');
  const found = [
    ...line_ids.map((id) => ['line_ids', id] as const),
    ...movement_ids.map((id) => ['movement_ids', id] as const),
  ].map(([field, id]) => ({ field, id, item: findItemOf(accounts, id) }));
  const [account] = found.flatMap(({ item }) => item?.account ?? []);
  for (const { field, id, item } of found) {
    if (item === undefined || item.account !== account)
      return refuseField(field, 'unknown', `The bank account has no line or movement ${id}.`);
    if (!isBreak(item.item) && item.item.result !== 'before_first_statement')
      return refuse('break_state_conflict', `${id}: ${stateOf(item.item)}`);
  }
  if (account === undefined) throw new Error('a group has at least two lines or movements');
  const [lines, movements] = [pick(account.lines, line_ids), pick(account.movements, movement_ids)];
  const [amount, other] = [sumOf(lines), sumOf(movements)];
  const text = (sum: Amount): string => formatAmount(sum, account.decimals);
  if (amount !== other)
    return refuseField(
      'movement_ids',
      'invalid_value',
      `The lines sum to ${text(amount)}, and the movements to ${text(other)}.`,
    );
  const lastDay =
    [...lines, ...movements]
      .map(({ day }) => day)
      .sort()
      .at(-1) ?? '';
  const data = {
    group_id: deriveId('grp', now, stream, revision),
    ...{ line_ids, movement_ids, reason },
    day: firstOpenDay(lastDay, lastClosedDay),
  };
  return { event: { type: 'items.grouped', data }, account, amount };
}

const pick = <E extends BankLine | Movement>(
  entries: ReadonlyMap<string, E>,
  ids: readonly string[],
): readonly E[] => ids.flatMap((id) => entries.get(id) ?? []);

const sumOf = (entries: readonly { readonly amount: Amount }[]): Amount =>
  entries.reduce((sum, { amount }) => sum + amount, 0n);

type ItemFilter = {
  /** The days after the first one until the second. */
  readonly days?: { readonly after: string; readonly until: string } | undefined;
  readonly rail?: string | undefined;
  readonly currency?: string | undefined;
  readonly breaks?: 'open' | 'accepted' | undefined;
  /** The name of the owner of breaks; null for those without one. */
  readonly owner?: string | null | undefined;
  readonly groupId?: string | undefined;
};

/** With the name of the operator, by which operators are told apart. */
type OperatorRequest = ReconciliationRequest & { readonly operator: string };

export type BreakSummary = {
  readonly open: number;
  readonly accepted: number;
  /** The first day of an open break; undefined if none is open. */
  readonly since: string | undefined;
};

export class Breaks {
  readonly #limits: WriteOffLimits;
  readonly #context: ReconciliationContext;
  /** All proposals of write-offs by ID, in the order recorded. */
  readonly proposals: ReadonlyMap<string, WriteOffProposal>;
  readonly #state: ReconciliationContext['state'];

  constructor(context: ReconciliationContext, limits: WriteOffLimits) {
    this.#context = context;
    this.#limits = limits;
    this.#state = context.state;
    this.proposals = context.state.proposals;
  }

  /** How many breaks there are. Throws StoreUnavailable. */
  async summary(): Promise<BreakSummary> {
    const breaks = (await this.#context.readItems()).flatMap(({ items }) => items.filter(isBreak));
    const open = breaks.filter(({ accepted }) => accepted === undefined);
    const [since] = open.map(dayOfItem).sort();
    return { open: open.length, accepted: breaks.length - open.length, since };
  }

  /** Oldest day first. Throws StoreUnavailable. */
  async items(filter: ItemFilter): Promise<readonly ItemView[]> {
    const accounts = await this.#context.readItems();
    const shown = this.#itemContext(this.#context.clock());
    return accounts
      .filter(
        ({ account }) =>
          isSameOrAbsent(filter.rail, account.rail) && isSameOrAbsent(filter.currency, account.currency),
      )
      .flatMap(({ account, items }) =>
        items.filter((each) => isSelected(each, filter)).map((each) => presentItem(account, each, shown)),
      )
      .sort((a, b) =>
        dayOfView(a) === dayOfView(b) ? (a.id < b.id ? -1 : 1) : dayOfView(a) < dayOfView(b) ? -1 : 1,
      );
  }

  /** The item of a line or of a movement; undefined if there is none. Throws StoreUnavailable. */
  async item(id: string): Promise<ItemView | undefined> {
    const found = findItemOf(await this.#context.readItems(), id);
    return found && presentItem(found.account, found.item, this.#itemContext(this.#context.clock()));
  }

  /**
   * Answers 200 with the item, or 202 with the proposal of a write-off by `operator`. Refuses not_found, validation_failed,
   * break_state_conflict, proposal_state_conflict, and second_operator_required.
   */
  resolve(
    itemId: string,
    resolution: Resolution,
    { operator, ...request }: ReconciliationRequest & { readonly operator: string | undefined },
  ): Promise<StreamOutcome> {
    return this.#context.submit(request, (accounts, { now, time }) => {
      const { reason } = resolution;
      switch (resolution.resolution) {
        case 'link':
          return this.#link(accounts, itemId, resolution, now);
        case 'accept':
          return this.#accept(accounts, itemId, reason, {
            now,
            accepted_by: request.actor,
            accepted_at: time,
          });
        case 'write_off':
          return this.#writeOff(accounts, itemId, { reason, operator }, { now, time });
      }
    });
  }

  /** Answers 201 with the group. Refuses validation_failed and break_state_conflict. */
  group(group: NewGroup, request: ReconciliationRequest): Promise<StreamOutcome> {
    return this.#context.submit(request, (accounts, { now, time }) => {
      const decided = decideGroup(accounts, group, this.#state.lastClosedDay, this.#context.next(now));
      if ('refusal' in decided) return decided;
      const { event, account, amount } = decided;
      const { group_id: id, ...data } = event.data;
      const view: GroupView = {
        ...{
          id,
          object: 'reconciliation_group',
          environment: this.#context.environment,
          rail: account.rail,
          currency: account.currency,
        },
        amount: formatAmount(amount, account.decimals),
        ...{ ...data, grouped_by: request.actor, created_at: time },
      };
      return { events: [event], answer: { status: 201, body: JSON.stringify(view) } };
    });
  }

  /** Answers 200 with the item. `owner` is the name of an operator, or null. Refuses not_found and break_state_conflict. */
  assign(itemId: string, name: string | null, request: ReconciliationRequest): Promise<StreamOutcome> {
    return this.#context.submit(request, (accounts, { now, time }) => {
      const decided = decideAssignment(accounts, itemId, name);
      if ('refusal' in decided) return decided;
      const { event, found } = decided;
      if (event === undefined) return { events: [], answer: this.#answer(found.account, found.item, now) };
      const owner = name === null ? undefined : { name, assigned_by: request.actor, assigned_at: time };
      return { events: [event], answer: this.#answer(found.account, { ...found.item, owner }, now) };
    });
  }

  /** Answers 201 with the item. Refuses not_found, proposal_state_conflict, second_operator_required. */
  executeProposal(proposal_id: string, { operator, ...request }: OperatorRequest): Promise<StreamOutcome> {
    return this.#context.submit(request, (accounts, { now }) => {
      const decided = executeWriteOff(this.#state, accounts, { proposal_id, operator }, now);
      if ('refusal' in decided) return decided;
      const { events, found } = decided;
      return { events, answer: { ...this.#writtenOff(found, events[0].data.reason, now), status: 201 } };
    });
  }

  /** Answers 200 with the proposal. Refuses not_found, proposal_state_conflict. */
  withdrawProposal(proposal_id: string, { operator, ...request }: OperatorRequest): Promise<StreamOutcome> {
    return this.#context.submit(request, (_accounts, { now, time }) => {
      const decided = withdrawProposal(writeOffProposals(this.#state, now), { proposal_id, operator });
      if ('refusal' in decided) return decided;
      const shown = endProposal(decided.open, { ...decided.event, time });
      return { events: [decided.event], answer: { status: 200, body: JSON.stringify(shown) } };
    });
  }

  #itemContext(now: number): ItemContext {
    const open = [...this.#state.proposals.values()].filter((each) => proposalAt(each, now).state === 'open');
    const byItem = new Map(open.map(({ id, action }) => [action.item_id, id]));
    return { environment: this.#context.environment, now, proposalOf: (id) => byItem.get(id) };
  }

  #answer(account: RailAccount, item: Item, now: number): { status: number; body: string } {
    return {
      status: 200,
      body: JSON.stringify(presentItem(account, item, this.#itemContext(now))),
    };
  }

  /** The item as it will be once its event is applied. */
  #writtenOff({ account, item }: FoundItem, reason: string, now: number): { status: number; body: string } {
    return this.#answer(
      account,
      { ...item, result: 'written_off', by: undefined, accepted: undefined, reason },
      now,
    );
  }

  #link(
    accounts: readonly AccountItems[],
    itemId: string,
    resolution: Extract<Resolution, { resolution: 'link' }>,
    now: number,
  ): Decided {
    const event = decideLink(accounts, itemId, resolution);
    if ('refusal' in event) return event;
    const { line_id, movement_id } = event.data;
    const found = requireBreak(accounts, line_id);
    if ('refusal' in found) return found;
    const { account, item } = found;
    const movement = account.movements.get(movement_id);
    const difference = (item.line?.amount ?? 0n) - (movement?.amount ?? 0n);
    const result = difference === 0n ? 'matched' : 'different_amount';
    const linked = { ...item, movement, difference, result, by: 'operator' } as const;
    return { events: [event], answer: this.#answer(account, linked, now) };
  }

  #accept(
    accounts: readonly AccountItems[],
    itemId: string,
    reason: string,
    { now, ...by }: { now: number } & Omit<Acceptance, 'reason'>,
  ): Decided {
    const event = decideAcceptance(accounts, itemId, reason);
    if ('refusal' in event) return event;
    const found = requireBreak(accounts, itemId);
    if ('refusal' in found) return found;
    return {
      events: [event],
      answer: this.#answer(found.account, { ...found.item, accepted: { reason, ...by } }, now),
    };
  }

  #writeOff(
    accounts: readonly AccountItems[],
    itemId: string,
    by: { readonly reason: string; readonly operator: string | undefined },
    { now, time }: { now: number; time: string },
  ): Decided {
    const found = requireBreak(accounts, itemId);
    if ('refusal' in found) return found;
    const limited = limitedWriteOff(found, by.reason, this.#limits);
    if (isBelowLimit(limited))
      return {
        events: [writeOffEvent(found, by.reason, this.#state.lastClosedDay)],
        answer: this.#writtenOff(found, by.reason, now),
      };
    const id = deriveId('prp', now, this.#context.stream, this.#state.revision);
    const proposed = proposeAction(writeOffProposals(this.#state, now), limited, {
      id,
      operator: by.operator,
      lifetimeMs: this.#limits.proposalLifetimeMs,
    });
    if ('refusal' in proposed) return proposed;
    const { event } = proposed;
    return {
      events: [event],
      answer: proposedAnswer({ stream: this.#context.stream, time, data: event.data }),
    };
  }
}

const isSameOrAbsent = (wanted: string | undefined, value: string): boolean =>
  wanted === undefined || wanted === value;

const dayOfView = ({ line, movement }: ItemView): string => line?.day ?? movement?.day ?? '';

function isSelected(item: Item, { days, breaks, owner, groupId }: ItemFilter): boolean {
  if (groupId !== undefined && item.group?.id !== groupId) return false;
  if (owner !== undefined && !(isBreak(item) && (item.owner?.name ?? null) === owner)) return false;
  if (breaks !== undefined && !(isBreak(item) && (item.accepted !== undefined) === (breaks === 'accepted')))
    return false;
  if (days === undefined) return true;
  return [item.line, item.movement].some(
    (each) => each !== undefined && each.day > days.after && each.day <= days.until,
  );
}
