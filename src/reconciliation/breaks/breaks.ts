/** Items of an environment, and what operators decide about breaks. */

import { createStepBudget } from '../../async/wait.ts';
import type {
  ReconciliationGroup as GroupView,
  ReconciliationItem as ItemView,
} from '../../generated/api.ts';
import { formatAmount } from '../../ledger/amount.ts';
import {
  endProposal,
  isBelowLimit,
  proposalAt,
  proposeAction,
  proposedAnswer,
  supersededProposals,
  withdrawProposal,
  type LimitedAction,
} from '../../ledger/dual-control.ts';
import { deriveId } from '../../ledger/ids.ts';
import type { StreamOutcome } from '../../writer/stream-writer.ts';
import type { Decided, ReconciliationContext, ReconciliationRequest } from '../context.ts';
import type { AccountItems } from '../days/close-decisions.ts';
import { dayOfItem, isBreak, type Item } from '../matching/items.ts';
import { presentItem, type ItemContext } from '../present.ts';
import type { Acceptance, RailAccount } from '../state/rail-account.ts';
import type { ReconciliationAction, ReconciliationProposal } from '../state/state.ts';
import { voidedView } from '../state/statements.ts';
import { requireVoidable, voidEvent, type VoidableImport } from '../statements/void-decisions.ts';
import {
  decideAcceptance,
  decideAssignment,
  decideLink,
  decideSeparation,
  findItemOf,
  requireBreak,
  writeOffEvent,
  type FoundItem,
  type Resolution,
} from './break-decisions.ts';
import { decideGroup, type NewGroup } from './group-decisions.ts';
import {
  executeProposal,
  limitedSeparation,
  limitedVoid,
  limitedWriteOff,
  reconciliationProposals,
  type WriteOffLimits,
} from './write-off-proposals.ts';

type ItemFilter = {
  /** The days after the first one until the second. */
  readonly days?: { readonly after: string; readonly until: string } | undefined;
  readonly rail?: string | undefined;
  readonly currency?: string | undefined;
  readonly breaks?: 'open' | 'accepted' | undefined;
  /** The name of the owner of breaks; null for those without one. */
  readonly owner?: string | null | undefined;
  readonly groupId?: string | undefined;
  readonly matches?: ((item: Item, account: RailAccount) => boolean) | undefined;
};

/** An environment can have very many items. Other requests are answered while they are listed. */
const SLICE_MS = 5;

/** An item that a filter selects, with its ID. */
export type ListedItem = FoundItem & { readonly id: string };

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
  /** All proposals by ID, in the order recorded. */
  readonly proposals: ReadonlyMap<string, ReconciliationProposal>;
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

  /** Oldest day first. Showing one costs more than finding it. Throws StoreUnavailable. */
  async items(filter: ItemFilter): Promise<readonly ListedItem[]> {
    const accounts = await this.#context.readItems();
    const pause = createStepBudget(SLICE_MS);
    const found: ListedItem[] = [];
    for (const { account, items } of accounts) {
      if (!isSameOrAbsent(filter.rail, account.rail) || !isSameOrAbsent(filter.currency, account.currency))
        continue;
      for (const item of items) {
        if (isSelected(item, filter) && filter.matches?.(item, account) !== false)
          found.push({ id: item.id, account, item });
        const turn = pause();
        if (turn !== undefined) await turn;
      }
    }
    return found.sort(({ item: a }, { item: b }) =>
      dayOfItem(a) === dayOfItem(b) ? (a.id < b.id ? -1 : 1) : dayOfItem(a) < dayOfItem(b) ? -1 : 1,
    );
  }

  /** Shows items as they are now. */
  presenter(): (found: FoundItem) => ItemView {
    const shown = this.#itemContext(this.#context.clock());
    return ({ account, item }) => presentItem(account, item, shown);
  }

  /** The item of a line or of a movement; undefined if there is none. Throws StoreUnavailable. */
  async item(id: string): Promise<ItemView | undefined> {
    const found = findItemOf(await this.#context.readItems(), id);
    return found && this.presenter()(found);
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
        case 'separate':
          return this.#separate(accounts, itemId, resolution, { now, time, operator });
        case 'write_off':
          return this.#writeOff(accounts, itemId, { reason, operator, actor: request.actor }, { now, time });
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
    return this.#context.submit(request, (accounts, { now, time }) => {
      const decided = executeProposal(this.#state, accounts, { proposal_id, operator }, now);
      if ('refusal' in decided) return decided;
      const { event, execution, found } = decided;
      const events = [event, execution];
      if ('found' in found) {
        const voided = { reason: event.data.reason, actor: request.actor, time };
        return {
          events: [...events, ...this.#superseded(found, now, proposal_id)],
          answer: { status: 201, body: JSON.stringify(voidedView(found.found.view, voided)) },
        };
      }
      const shown =
        event.type === 'items.separated'
          ? this.#separated(found, now)
          : this.#writtenOff(found, event.data.reason, now);
      return { events, answer: { ...shown, status: 201 } };
    });
  }

  /**
   * Voids the import of a statement. Answers 200 with the statement, or 202 with the proposal. Refuses not_found,
   * day_state_conflict, break_state_conflict, proposal_state_conflict, and second_operator_required.
   */
  voidStatement(
    id: string,
    reason: string,
    { operator, ...request }: ReconciliationRequest & { readonly operator: string | undefined },
  ): Promise<StreamOutcome> {
    return this.#context.submit(request, (_accounts, { now, time }) => {
      const found = requireVoidable(this.#state, id);
      if ('refusal' in found) return found;
      const limited = limitedVoid(found, reason, this.#limits);
      if (!isBelowLimit(limited)) return this.#propose(limited, operator, { now, time });
      const view = voidedView(found.found.view, { reason, actor: request.actor, time });
      return {
        events: [voidEvent(found, reason), ...this.#superseded(found, now)],
        answer: { status: 200, body: JSON.stringify(view) },
      };
    });
  }

  /** Answers 200 with the proposal. Refuses not_found, proposal_state_conflict. */
  withdrawProposal(proposal_id: string, { operator, ...request }: OperatorRequest): Promise<StreamOutcome> {
    return this.#context.submit(request, (_accounts, { now, time }) => {
      const decided = withdrawProposal(reconciliationProposals(this.#state, now), { proposal_id, operator });
      if ('refusal' in decided) return decided;
      const shown = endProposal(decided.open, { ...decided.event, time });
      return { events: [decided.event], answer: { status: 200, body: JSON.stringify(shown) } };
    });
  }

  #itemContext(now: number): ItemContext {
    const open = [...this.#state.proposals.values()].filter((each) => proposalAt(each, now).state === 'open');
    const byItem = new Map(
      open.flatMap(({ id, action }) =>
        action.type === 'statement_void' ? [] : [[action.item_id, id] as const],
      ),
    );
    const today = this.#state.calendar.dayAt(now);
    return { environment: this.#context.environment, today, proposalOf: (id) => byItem.get(id) };
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
    by: { readonly reason: string; readonly operator: string | undefined; readonly actor: string },
    { now, time }: { now: number; time: string },
  ): Decided {
    const found = requireBreak(accounts, itemId);
    if ('refusal' in found) return found;
    const limited = limitedWriteOff(found, by.reason, this.#limits, {
      state: this.#state,
      environment: this.#context.environment,
      actor: by.actor,
      now,
    });
    if (isBelowLimit(limited))
      return {
        events: [writeOffEvent(found, by.reason, this.#state.lastClosedDay)],
        answer: this.#writtenOff(found, by.reason, now),
      };
    return this.#propose(limited, by.operator, { now, time });
  }

  #separate(
    accounts: readonly AccountItems[],
    itemId: string,
    { movement_id, reason }: Extract<Resolution, { resolution: 'separate' }>,
    { now, time, operator }: { now: number; time: string; operator: string | undefined },
  ): Decided {
    const pair = decideSeparation(accounts, itemId, { movement_id });
    if ('refusal' in pair) return pair;
    const { found, line, movement, isMatched } = pair;
    const limited = limitedSeparation(found.account, pair, reason, this.#limits);
    // A mark on two open items changes nothing that was decided.
    if (isMatched && !isBelowLimit(limited)) return this.#propose(limited, operator, { now, time });
    const data = { line_id: line.id, movement_id: movement.id, reason };
    const answer = isMatched ? this.#separated(found, now) : this.#answer(found.account, found.item, now);
    return { events: [{ type: 'items.separated', data }], answer };
  }

  /** The line without its movement. What it matches instead is in the list of items. */
  #separated({ account, item }: FoundItem, now: number): { status: number; body: string } {
    const difference = item.line?.amount ?? 0n;
    return this.#answer(
      account,
      {
        ...item,
        movement: undefined,
        result: 'missing_in_ledger',
        by: undefined,
        difference,
        settledOn: undefined,
      },
      now,
    );
  }

  /** Ends proposals about the lines of a statement that no longer count. */
  #superseded({ found }: VoidableImport, now: number, executed?: string) {
    const open = reconciliationProposals(this.#state, now);
    return [found.view.id, ...found.lines.map(({ id }) => id)]
      .flatMap((subject) => supersededProposals(open, subject))
      .filter(({ data }) => data.proposal_id !== executed);
  }

  #propose(
    limited: LimitedAction<ReconciliationAction>,
    operator: string | undefined,
    { now, time }: { now: number; time: string },
  ): Decided {
    const { stream } = this.#context;
    const proposed = proposeAction(reconciliationProposals(this.#state, now), limited, {
      id: deriveId('prp', now, stream, this.#state.revision),
      operator,
      lifetimeMs: this.#limits.proposalLifetimeMs,
    });
    if ('refusal' in proposed) return proposed;
    const { event } = proposed;
    return { events: [event], answer: proposedAnswer({ stream, time, data: event.data }) };
  }
}

const isSameOrAbsent = (wanted: string | undefined, value: string): boolean =>
  wanted === undefined || wanted === value;

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
