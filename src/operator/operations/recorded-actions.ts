/** What the activity log says about the operations that operators call. */
import type { OperatorAction, Origin } from '../../activity/activity-log.ts';
import type { Input } from '../../api/operations/input.ts';
import type { OperatorOperationId } from '../../generated/operator-operations.ts';
import { isProblem, statusOf, type Problem } from '../../http/errors.ts';
import type { Reply } from '../../http/reply.ts';
import type { Match } from '../../http/router.ts';
import type { OperatorToken } from '../../platform/platform.ts';
import type { OperatorOperation } from './operation.ts';
import { roleSeesPersonalData } from './personal-data.ts';

/** Reads that return personal data to the roles that may see it. Pages of the console record what they show. */
const PERSONAL_READS: ReadonlySet<OperatorOperationId> = new Set([
  'getOperatorUser',
  'getUserIdentity',
  'getUserScreening',
  'listUserPayoutAccounts',
  'listKycReviews',
  'listReviewQueue',
  'getTransferReview',
  'getKycReview',
  'listActivity',
  'search',
  'getObject',
  'listParties',
  'listOperatorTransfers',
  'listOperatorUsers',
  'listUserNotes',
  'listTransferNotes',
]);

/** Where nothing else is known, such as in tests. */
export const IN_PROCESS: Origin = { channel: 'console', address: null };

/** A call of an operation by an operator. */
type Attempt = {
  readonly token: OperatorToken;
  readonly match: Match<OperatorOperation>;
  readonly requestId: string;
  readonly origin: Origin | undefined;
};

export const deniedAction = (attempt: Attempt): OperatorAction => ({
  ...describe(attempt),
  target: knownTarget(attempt.match.params),
  result: 'denied',
  code: 'permission_denied',
});

/** A write whose outcome is unknown. */
export const failedAction = (attempt: Attempt, code: string): OperatorAction => ({
  ...describe(attempt),
  target: knownTarget(attempt.match.params),
  result: 'failed',
  code,
});

/** A write, a read of personal data, or undefined if the call is not recorded. */
export function answeredAction(
  attempt: Attempt,
  reply: Reply,
  { input, book }: { readonly input?: Input; readonly book?: unknown },
): OperatorAction | undefined {
  const stream = typeof book === 'string' ? book : null;
  if (isExport(reply))
    // A validated query is an object.
    return { ...describeExport(attempt, (input?.query ?? {}) as Query), result: 'done', book: stream };
  const { result, code } = outcomeOf(reply);
  if (isRead(attempt) && (result !== 'done' || !isPersonalRead(attempt))) return undefined;
  return {
    ...describe(attempt),
    target: result === 'done' ? doneTarget(attempt.match, reply) : knownTarget(attempt.match.params),
    result,
    code,
    replayed: !isProblem(reply) && reply.replayed === true,
    book: stream,
    reason: reasonIn(input?.body),
  };
}

export const isExport = (reply: Reply): boolean => !isProblem(reply) && reply.rest !== undefined;

type Query = Readonly<Record<string, unknown>>;

export const isRead = ({ match }: Attempt): boolean => match.operation.method === 'GET';

const describe = ({ token, match, requestId, origin = IN_PROCESS }: Attempt) => ({
  operation: match.operation.id,
  operator: token,
  origin,
  requestId,
});

/** `listActivity` becomes `exportActivity`. The target is the object of the path, or the filters. */
function describeExport(attempt: Attempt, query: Query) {
  const { operation, ...about } = describe(attempt);
  const filters = filterText(query);
  return {
    ...about,
    operation: operation.replace(/^list/, 'export'),
    target: [knownTarget(attempt.match.params) ?? [], filters === '' ? [] : filters].flat().join('/') || null,
  };
}

const isPersonalRead = ({ token, match, origin = IN_PROCESS }: Attempt): boolean =>
  origin.channel !== 'console' && PERSONAL_READS.has(match.operation.id) && roleSeesPersonalData(token);

function outcomeOf(reply: Reply): Pick<OperatorAction, 'result'> & { readonly code: string | null } {
  const code = isProblem(reply) ? reply.problem : reply.status >= 400 ? storedCode(reply.body) : null;
  if (code === null) return { result: 'done', code };
  if (code === 'permission_denied') return { result: 'denied', code };
  return { result: isProblem(reply) && statusOf(reply) >= 500 ? 'failed' : 'refused', code };
}

/** Texts that an operator typed may contain personal data, so only IDs, codes, amounts, and times are recorded. */
const TYPED_TEXTS: ReadonlySet<string> = new Set(['reference', 'target']);
const CODE = /^[A-Za-z0-9_.:-]{1,64}$/;

const filterText = (query: Query): string =>
  Object.entries(query)
    .map(([name, value]): readonly [string, string] => [name, String(value)])
    .map(([name, text]) =>
      ID.test(text) || (CODE.test(text) && !TYPED_TEXTS.has(name)) ? `${name}=${text}` : `${name}=…`,
    )
    .join('&');

/** A replayed refusal has the body of an error response. */
const storedCode = (body: string): string =>
  (JSON.parse(body) as { readonly error: Pick<Problem, 'problem'> & { readonly code: string } }).error.code;

/** Parameters of a path may be anything until the call is validated, so only IDs of the service are recorded. */
const ID = /^(?:[a-z]{2,3}_[0-9a-hjkmnp-tv-z]{26}|key_[0-9A-Za-z]{8})$/;

function knownTarget(params: Readonly<Record<string, string>>): string | null {
  const ids = Object.values(params).filter((value) => ID.test(value));
  return ids.length === 0 ? null : ids.join('/');
}

/** The object that a call created, or the one that its path names. */
function doneTarget({ params }: Match<OperatorOperation>, reply: Reply): string | null {
  const created =
    !isProblem(reply) && reply.status === 201 ? (JSON.parse(reply.body) as { id?: unknown }) : {};
  const named = [...Object.values(params), ...(typeof created.id === 'string' ? [created.id] : [])];
  return named.length === 0 ? null : named.join('/');
}

/** Bodies give a reason as a text, or as a code and a message. */
function reasonIn(body: unknown): string | undefined {
  const { reason } = (body ?? {}) as { readonly reason?: unknown };
  if (typeof reason === 'string') return reason;
  if (typeof reason !== 'object' || reason === null) return undefined;
  const { code, message } = reason as { readonly code?: unknown; readonly message?: unknown };
  return `${String(code)}: ${String(message)}`;
}
