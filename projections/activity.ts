/** What operators did, and what they were not allowed to do: one document for each event. */
import type { ActivityEvent } from '../src/generated/events.ts';
import { deriveId } from '../src/ledger/ids.ts';
import type { RecordedEvent } from '../src/read-models/projection.ts';
import { defineActivityProjection } from './book-projection.ts';

export const ACTIVITY_STREAM = 'platform-activity';

type Recorded = RecordedEvent<ActivityEvent>;

/** What is stored. The address is sealed, and the API opens it. */
export type ActivityEntry = Omit<Recorded['data'], 'operator'> & {
  /** `act_…`, derived from the revision of the event. */
  readonly id: string;
  readonly operator_id: string | null;
  readonly role: NonNullable<Recorded['data']['operator']>['role'] | null;
  readonly reason: string | null;
  readonly request_id: string;
  /** ISO 8601. */
  readonly created_at: string;
};

/** The terms by which entries are listed. */
export const activityTerms = {
  operator: (id: string): string => `operator:${id}`,
  operation: (id: string): string => `operation:${id}`,
  target: (id: string): string => `target:${id}`,
  result: (result: string): string => `result:${result}`,
  channel: (channel: string): string => `channel:${channel}`,
} as const;

function entryOf({ data, time, stream, revision, metadata }: Recorded): ActivityEntry {
  const { operator, ...rest } = data;
  return {
    id: deriveId('act', Date.parse(time), stream, revision),
    ...rest,
    operator_id: operator?.id ?? null,
    role: operator?.role ?? null,
    reason: metadata.reason ?? null,
    request_id: metadata.request_id,
    created_at: time,
  };
}

function termsOf({ operator_id, operation, target, result, channel }: ActivityEntry): string[] {
  return [
    'every',
    activityTerms.operation(operation),
    activityTerms.result(result),
    activityTerms.channel(channel),
    ...(operator_id === null ? [] : [activityTerms.operator(operator_id)]),
    ...(target === null ? [] : target.split('/').map(activityTerms.target)),
  ];
}

export const activityProjection = defineActivityProjection<never>({
  name: 'activity',
  version: 1,
  streams: ACTIVITY_STREAM,
  log: 'activity',
  rules: {
    'action.recorded': {
      emit(event) {
        const value = entryOf(event);
        return [{ id: value.id, value, terms: termsOf(value) }];
      },
    },
  },
});
