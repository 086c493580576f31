/** The list of what operators did. */
import { ACTIVITY_STREAM, activityTerms } from '../../../projections/activity.ts';
import { COLLECTIONS } from '../../../projections/collections.ts';
import { waitForOwnWrites } from '../../api/operations/wait.ts';
import type { ActivityEntry, ActivityListQuery } from '../../generated/api.ts';
import { ENVIRONMENTS, environmentOf, integratorOf } from '../../ledger/ids.ts';
import { parseBody } from '../../read-models/collection.ts';
import type { Condition } from '../../read-models/filtered-list.ts';
import { roleSeesReasons } from '../operations/personal-data.ts';
import { TIME_FILTERS, anyOf, type FilterTable } from './filters.ts';
import {
  members,
  type CsvColumns,
  type ListCaller,
  type ListedObject,
  type OperatorList,
} from './list-page.ts';

/** Entries have no term for their book, so they are only checked. */
const aboutBooks = (test: (book: string) => boolean): Condition => ({
  anyOf: [],
  test(document) {
    const { book } = parseBody(COLLECTIONS.activity, document);
    return book !== null && test(book);
  },
});

const filters: FilterTable<ActivityListQuery> = {
  operator_id: {
    label: 'Operator',
    input: { type: 'operator' },
    conditionOf: (id) => anyOf(activityTerms.operator(id)),
  },
  operation: {
    label: 'Action',
    input: { type: 'operation' },
    conditionOf: (operation) => anyOf(activityTerms.operation(operation)),
  },
  result: {
    label: 'Result',
    input: { type: 'select', options: ['done', 'refused', 'denied', 'failed'] },
    conditionOf: (result) => anyOf(activityTerms.result(result)),
  },
  channel: {
    label: 'From',
    input: { type: 'select', options: ['console', 'cli', 'api'] },
    conditionOf: (channel) => anyOf(activityTerms.channel(channel)),
  },
  target: {
    label: 'Target ID',
    input: { type: 'id' },
    conditionOf: (target) => anyOf(activityTerms.target(target)),
  },
  ...TIME_FILTERS,
  integrator_id: {
    label: 'Integrator',
    input: { type: 'integrator' },
    conditionOf: (id) => aboutBooks((book) => integratorOf(book) === id),
  },
  environment: {
    label: 'Environment',
    input: { type: 'select', options: ENVIRONMENTS },
    conditionOf: (environment) => aboutBooks((book) => environmentOf(book) === environment),
  },
};

async function presentEntry({ services, token }: ListCaller, document: ListedObject): Promise<ActivityEntry> {
  const { sealed, book, operator_id, role, ...entry } = parseBody(COLLECTIONS.activity, document);
  const { tokens, operators } = services.platform();
  const person = operators.get(operator_id ?? '');
  const name = (person ?? tokens.get(operator_id ?? ''))?.name ?? null;
  const identity = person === undefined ? null : { issuer: person.issuer, subject: person.subject };
  const address =
    sealed === null || token.role !== 'admin'
      ? null
      : await services.activity.openAddress(sealed, entry.request_id);
  return {
    ...entry,
    reason: roleSeesReasons(token) && entry.reason !== null ? await reasonOf(services, entry.reason) : null,
    object: 'activity',
    operator: operator_id === null || role === null ? null : { id: operator_id, name, role, identity },
    address,
    integrator_id: book === null ? null : (integratorOf(book) ?? null),
    environment: book === null ? null : environmentOf(book),
  };
}

/** Opened here, because a CSV file cannot be changed after its texts were quoted. */
const reasonOf = ({ reasons }: ListCaller['services'], reason: string): Promise<string> =>
  reasons.openText(reason);

const entry = (item: ActivityEntry) => item;

const CSV_COLUMNS: CsvColumns<ActivityEntry> = {
  ...members(entry, 'id', 'created_at'),
  operator_id: ({ operator }) => operator?.id,
  operator_name: ({ operator }) => operator?.name,
  role: ({ operator }) => operator?.role,
  ...members(entry, 'operation', 'target', 'integrator_id', 'environment', 'result', 'code', 'replayed'),
  ...members(entry, 'reason', 'channel', 'address', 'request_id', 'omitted_before'),
  operator_issuer: ({ operator }) => operator?.identity?.issuer,
  operator_subject: ({ operator }) => operator?.identity?.subject,
};

export const ACTIVITY_LIST: OperatorList<ActivityListQuery, ActivityEntry> = {
  index: COLLECTIONS.activity,
  scopesOf: () => [ACTIVITY_STREAM],
  objects: COLLECTIONS.activity,
  prefix: 'act',
  filters,
  everything: anyOf('every'),
  wait: ({ services }) =>
    waitForOwnWrites(
      { services, stream: ACTIVITY_STREAM },
      { collections: [COLLECTIONS.activity], keysOf: 'everything' },
    ),
  present: (caller, found) => Promise.all(found.map((each) => presentEntry(caller, each))),
  csv: { fileName: 'activity', columns: CSV_COLUMNS },
};
