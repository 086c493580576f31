/** Whether everything has settled: no event is unprojected, and no task is due. */
import { PROJECTIONS } from '../../../projections/all.ts';
import { COLLECTIONS } from '../../../projections/collections.ts';
import { TASKS_SCOPE, dueBy, type TaskKind } from '../../../projections/tasks.ts';
import { START, type EventStore } from '../../../src/event-store/port.ts';
import { getValue, parseBody } from '../../../src/read-models/collection.ts';
import { createReadModelRouter } from '../../../src/read-models/generations/read-model-router.ts';
import type { DocumentStore } from '../../../src/read-models/port.ts';

/** Whether the documents contain all events. */
export const isProjected = async (eventStore: EventStore, documents: DocumentStore): Promise<boolean> => {
  // A new router reads the generations that are complete now.
  const checkpoints = await createReadModelRouter(documents, PROJECTIONS).checkpoints();
  const head = await eventStore.head();
  return PROJECTIONS.every(({ name, version }) => (checkpoints.get(`${name}_v${version}`) ?? START) >= head);
};

export type Settling = {
  readonly eventStore: EventStore;
  readonly documents: DocumentStore;
  readonly hasLostEvents: boolean;
  /** Whether any node has the rail in its configuration. */
  readonly hasRail: (rail: string) => boolean;
};

/** More than there are of one kind once everything has settled. */
const TASKS_MAX = 1_000;

const KINDS: readonly TaskKind[] = ['submit_payout', 'check_name', 'expire_onramp', 'tell_decision'];

/**
 * Undefined once all events are projected and no task is due; otherwise what is missing. After events were lost, the names of people
 * may never be checked: they were forgotten in those events, and their keys are gone. A name also waits for a rail that was
 * removed from the configuration.
 */
export async function whatIsOpen(
  { eventStore, documents, hasLostEvents, hasRail }: Settling,
  now: number,
): Promise<string | undefined> {
  if (!(await isProjected(eventStore, documents))) return 'events are not projected';
  const router = createReadModelRouter(documents, PROJECTIONS);
  for (const kind of KINDS) {
    if (kind === 'check_name' && hasLostEvents) continue;
    const query = { scope: TASKS_SCOPE, terms: [`kind:${kind}`], order: 'oldest', limit: TASKS_MAX } as const;
    for (const task of await router.list(COLLECTIONS.tasks, { ...query, ...dueBy(kind, now) })) {
      const { subject } = parseBody(COLLECTIONS.tasks, task);
      if (kind === 'check_name' && (await waitsForRail(router, subject, hasRail))) continue;
      return `task ${task.id} is open`;
    }
  }
  return undefined;
}

async function waitsForRail(
  documents: Pick<DocumentStore, 'get'>,
  payoutAccountId: string,
  hasRail: Settling['hasRail'],
): Promise<boolean> {
  const account = await getValue(documents, COLLECTIONS.payoutAccounts, payoutAccountId);
  return account !== undefined && !hasRail(account.rail);
}
