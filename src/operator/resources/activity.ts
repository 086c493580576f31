/** The activity log: what operators did. */
import { ACTIVITY_STREAM, activityTerms } from '../../../projections/activity.ts';
import { COLLECTIONS } from '../../../projections/collections.ts';
import type { ActivityEntry, ActivityListQuery } from '../../generated/api.ts';
import { replyWithPage } from '../../api/operations/page.ts';
import { parseBody } from '../../read-models/collection.ts';
import type { StoredDocument } from '../../read-models/port.ts';
import { environmentOf, integratorOf } from '../../ledger/book-name.ts';
import type { OperatorCaller, OperatorHandlers } from '../operations/operation.ts';

export const activityHandlers = {
  listActivity: (call) =>
    replyWithPage(
      { ...call, stream: ACTIVITY_STREAM },
      {
        collection: COLLECTIONS.activity,
        prefix: 'act',
        terms: activityTermsOf(call.query),
        keysOf: 'everything',
        present: (shown) => Promise.all(shown.map((each) => present(call, each))),
      },
      call.query,
    ),
} satisfies Partial<OperatorHandlers>;

/** The most selective terms first. Entries never change. */
export const activityTermsOf = (query: ActivityListQuery): string[] => [
  ...(query.target === undefined ? [] : [activityTerms.target(query.target)]),
  ...(query.operation === undefined ? [] : [activityTerms.operation(query.operation)]),
  ...(query.operator_id === undefined ? [] : [activityTerms.operator(query.operator_id)]),
  ...(query.result === undefined ? [] : [activityTerms.result(query.result)]),
  ...(query.channel === undefined ? [] : [activityTerms.channel(query.channel)]),
];

async function present(
  { services, token }: Pick<OperatorCaller, 'services' | 'token'>,
  document: StoredDocument,
): Promise<string> {
  const { sealed, book, operator_id, role, ...entry } = parseBody(COLLECTIONS.activity, document);
  const { tokens, operators } = services.platform();
  const person = operators.get(operator_id ?? '');
  const name = (person ?? tokens.get(operator_id ?? ''))?.name ?? null;
  const identity = person === undefined ? null : { issuer: person.issuer, subject: person.subject };
  const address =
    sealed === null || token.role !== 'admin'
      ? null
      : await services.activity.openAddress(sealed, entry.request_id);
  const shown: ActivityEntry = {
    ...entry,
    object: 'activity',
    operator: operator_id === null || role === null ? null : { id: operator_id, name, role, identity },
    address,
    integrator_id: book === null ? null : (integratorOf(book) ?? null),
    environment: book === null ? null : environmentOf(book),
  };
  return JSON.stringify(shown);
}
