/** What needs the attention of operators: once everything has settled, exactly what a run leaves open, at every node. */
import { itemsOf } from '../commands/command.ts';
import { isObject, textOf } from '../model/prediction.ts';
import type { Json } from '../model/prediction.ts';
import type { OperatorCalls } from '../operators/operator-calls.ts';
import type { Scheduler } from '../scheduler/scheduler.ts';
import { STARTS_AT } from '../scheduler/simulated-runtime.ts';
import { expectOfEveryNode } from './every-node.ts';

export type AttentionOptions = {
  readonly scheduler: Scheduler;
  readonly calls: OperatorCalls;
  readonly nodeCount: number;
  /** How many API keys expire within 14 days. */
  readonly expiringKeys: () => number;
};

/** How long a node may show what has ended. */
const SHOWN_WITHIN_MS = 60_000;
const PAYOUT_DELAY_MS = 15 * 60_000;
const ENDPOINT_FAILING_MS = 60_000;
/** Of these kinds, no more are counted. */
const COUNTED_MAX = 100;
const COUNTED: readonly string[] = [
  'payouts_delayed',
  'payouts_overdue',
  'transfer_reviews',
  'identity_reviews',
];

/** Nothing else is expected: the other kinds are trouble of the service. */
export async function checkAttention(options: AttentionOptions): Promise<void> {
  const { scheduler, calls, nodeCount } = options;
  await expectOfEveryNode({ scheduler, nodeCount, withinMs: SHOWN_WITHIN_MS }, async () => {
    const expected = await expectedItems(options);
    const found = await calls.read('attention');
    const isRight = isObject(found) && found['is_complete'] === true && itemsIn(found) === expected;
    return isRight ? undefined : `what needs attention is ${JSON.stringify(found)} instead of ${expected}`;
  });
}

const itemOf = (kind: string, count: number, isMore: boolean): string =>
  `${kind}: ${count}${isMore ? ' and more' : ''}`;

const itemsIn = (found: Json): string =>
  itemsOf(found)
    .filter(isObject)
    .map((each) => itemOf(textOf(each, 'kind'), Number(each['count']), each['is_more'] === true))
    .join(', ');

/** What the lists of each kind show. Other checks compare these with what happened. */
async function expectedItems({ scheduler, calls, expiringKeys }: AttentionOptions): Promise<string> {
  const isOver = (time: string, afterMs: number): boolean =>
    Date.parse(time) + afterMs < STARTS_AT + scheduler.now();
  const count = async (
    path: string,
    query: Readonly<Record<string, string>> = {},
    isCounted: (each: Json) => boolean = () => true,
  ): Promise<number> => (await calls.list(path, query)).filter((each) => isCounted(each)).length;
  const proposals = await calls.read('proposals');
  const rails = itemsOf(await calls.read('rails')).filter(isObject);
  const settlementMs = new Map(
    rails.map((each) => [textOf(each, 'rail'), Number(each['payout_settlement_seconds']) * 1_000]),
  );
  const counts = {
    payouts_delayed: await count('payouts', { state: 'pending' }, (each) =>
      isOver(textOf(memberOf(each, 'transfer'), 'created_at'), PAYOUT_DELAY_MS),
    ),
    payouts_overdue: await count('payouts', { state: 'payout_submitted' }, (each) =>
      isOver(
        textOf(memberOf(each, 'transfer'), 'updated_at'),
        settlementMs.get(textOf(each, 'rail')) ?? Infinity,
      ),
    ),
    webhook_endpoints_failing: await count('webhook_endpoints', {}, (each) =>
      isOver(failingSince(each), ENDPOINT_FAILING_MS),
    ),
    transfer_reviews: await count('review_queue', { kind: 'transfer' }),
    identity_reviews: await count('review_queue', { kind: 'identity' }),
    proposals_waiting: itemsOf(proposals).length,
    reconciliation_breaks: await count('reconciliation/sandbox/items', { breaks: 'open' }),
    keys_expiring: expiringKeys(),
    // The configuration has no terms that users could accept.
    warning: 1,
  };
  const hasMore = isObject(proposals) && proposals['has_more'] === true;
  return Object.entries(counts)
    .filter(([, each]) => each > 0)
    .map(([kind, each]) => {
      const most = COUNTED.includes(kind) ? COUNTED_MAX : Infinity;
      return itemOf(kind, Math.min(each, most), each > most || (kind === 'proposals_waiting' && hasMore));
    })
    .join(', ');
}

const memberOf = (found: Json | undefined, name: string): Json | undefined =>
  isObject(found) ? found[name] : undefined;

/** Empty unless the newest attempt to deliver to the enabled endpoint has failed. */
function failingSince(operated: Json): string {
  const endpoint = memberOf(operated, 'webhook_endpoint');
  const since = textOf(memberOf(endpoint, 'health'), 'failing_since');
  return textOf(endpoint, 'status') === 'enabled' ? since : '';
}
