/** What runs did not reach although they could: operations, refusals, transitions, events, and faults of store calls. */
import { errorCodes, loadOperations } from '../../../scripts/generate/operations.ts';
import { EVENT_SCHEMAS } from '../../../src/event-store/event-schemas.ts';
import type { EventStore } from '../../../src/event-store/port.ts';
import { TRANSFER_TRANSITIONS } from '../../../src/ledger/transfer.ts';
import { MODELED_OPERATIONS } from '../model/model.ts';
import type { CallSites } from '../stores/call-sites.ts';
import type { Coverage } from './coverage.ts';
import { ALL_OPERATIONS } from './operation-at.ts';
import { OPERATOR_DRAFTS } from './operator-drafts.ts';

/** Codes that no run reaches, and why. */
export const NOT_REACHABLE: Readonly<Record<string, string>> = {
  internal_error: 'a bug, which fails the run',
  service_unavailable: 'counted as faults: the request is sent again until it is answered',
  rate_limited: 'clients send less than keys may',
  payload_too_large: 'bodies are small',
  unsupported_media_type: 'bodies are JSON',
};

/** What the configuration of the simulator excludes, and what no command of this release leads to. */
const EXCLUDED: readonly RegExp[] = [
  // Canceling is off, which is answered first.
  /^operation cancelTransfer$/,
  /^cancelTransfer (404|409|422) /,
  /^(user_to_user|offramp): pending → canceled$/,
  // A rail refuses an on-ramp before its money arrives, and a review rejects one by returning the money.
  /^onramp: (funds_received|in_review) → failed$/,
  // There is a price before clients start, and in sandboxes it does not get too old.
  /^(getRate|createQuote) 503 /,
  // The rails of clients are available, except for the amount that simulates the opposite.
  /^(createDepositAccount|setSandboxReviewOutcome|reviewTransfer|approveProposal) 503 /,
  // The configuration turns tests of endpoints on.
  /^testWebhookEndpoint 501 /,
  // Books have fewer endpoints than the limit.
  / webhook_endpoint_limit_reached$/,
  // Commands settle no payout; an operator of the harness does (operators/settler.ts).
  /^settlePayout (403 second_operator_required|409 proposal_state_conflict)$/,
  // Proposals are about what was valid when it was proposed, and neither limits nor routes change.
  /^approveProposal 422 (unsupported_route|amount_above_maximum|amount_below_minimum)$/,
  // A transfer that has changed since is proposal_state_conflict. Nobody proposes a settlement while a node still has its rail.
  /^approveProposal 409 transfer_state_conflict$/,
  // The operator's token has every role, and is valid.
  new RegExp(`^(${Object.keys(OPERATOR_DRAFTS).join('|')}) 40[13] `),
];

/** Counts the events of books, and the transitions of transfers among them. */
export async function countEvents(
  eventStore: EventStore,
  books: readonly string[],
  { add }: Pick<Coverage, 'add'>,
): Promise<void> {
  for (const book of books) {
    const transfers = new Map<string, { readonly kind: string; readonly state: string }>();
    for (const { type, data } of await eventStore.read(book, 0, 1_000_000)) {
      add(`event ${type}`);
      if (type !== 'transfer.created' && type !== 'transfer.state_changed') continue;
      const { transfer_id, kind, state } = JSON.parse(data) as Readonly<Record<string, string>>;
      const before = transfers.get(transfer_id ?? '');
      const after = { kind: kind ?? before?.kind ?? '', state: state ?? '' };
      if (before !== undefined) add(`${after.kind}: ${before.state} → ${after.state}`);
      transfers.set(transfer_id ?? '', after);
    }
  }
}

export function unreached({ counts }: Pick<Coverage, 'counts'>, sites: CallSites): readonly string[] {
  const answered = [...counts.keys()];
  const isCalled = (operation: string): boolean => answered.some((each) => each.startsWith(`${operation} 2`));
  const uncalled = ALL_OPERATIONS.filter((each) => !isCalled(each)).map((each) => `operation ${each}`);
  return [...uncalled, ...allRefusals(), ...allTransitions(), ...allEvents()]
    .filter((name) => !counts.has(name) && !EXCLUDED.some((each) => each.test(name)))
    .concat(unreachedFaults(sites));
}

function allRefusals(): readonly string[] {
  const declared = [loadOperations('schemas'), loadOperations('schemas', 'operator-operations.json')];
  const operations = declared.flatMap((each) => each.operations);
  const errors = Object.assign({}, ...declared.map((each) => each.errors)) as (typeof declared)[0]['errors'];
  return operations
    .filter(({ operationId }) => MODELED_OPERATIONS.includes(operationId))
    .flatMap((operation) =>
      errorCodes(operation)
        .filter((code) => !(code in NOT_REACHABLE))
        .map((code) => `${operation.operationId} ${errors[code]?.status ?? ''} ${code}`),
    );
}

const allTransitions = (): readonly string[] =>
  Object.entries(TRANSFER_TRANSITIONS).flatMap(([kind, from]) =>
    Object.entries(from).flatMap(([before, states]) =>
      (states as readonly string[]).map((after) => `${kind}: ${before} → ${after}`),
    ),
  );

const allEvents = (): readonly string[] => [...EVENT_SCHEMAS.book.keys()].map((type) => `event ${type}`);

const READ_FAULTS = ['stalled', 'refused', 'outage', 'crash'];
const WRITE_FAULTS = [...READ_FAULTS, 'answer lost', 'happens late'];

/** Each call can fail in each way that its port allows. */
function unreachedFaults({ counts }: CallSites): readonly string[] {
  return [...counts].sort().flatMap(([site, of]) => {
    const call = site.slice(site.lastIndexOf(': ') + 2);
    const isWrite = /append|write|put|delete|drop|expire|ensure/.test(call);
    const faults = [
      ...(isWrite ? WRITE_FAULTS : READ_FAULTS),
      ...(call === 'documents.write' ? ['torn'] : []),
    ];
    const missing = faults.filter((fault) => !of.has(fault));
    return missing.length === 0
      ? []
      : [`${site} (${of.get('answered') ?? 0} answered): ${missing.join(', ')}`];
  });
}
