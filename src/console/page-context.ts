/** Everything a console page needs to answer one request, and the results a page can return. */
import type { Origin } from '../activity/activity-log.ts';
import type { Directory } from '../generated/api.ts';
import {
  operatorOperations,
  type OperatorOperationId,
  type OperatorOperationTypes,
} from '../generated/operator-operations.ts';
import { isProblem, malformedRequest, notFoundProblem, type Problem } from '../http/errors.ts';
import type { FileFormat, Reply } from '../http/reply.ts';
import type { EnvironmentName } from '../ledger/ids.ts';
import type { OperationRunner } from '../operator/operations/operation-runner.ts';
import { rejectRole } from '../operator/operations/operation.ts';
import { mask, roleSeesPersonalData } from '../operator/operations/personal-data.ts';
import type { Form } from '../web/forms.ts';
import type { Html } from '../web/html.ts';
import type { Sentence } from './sentences/text.ts';
import type { Flash, Session } from './session/sessions.ts';

/** What a page needs for one request. It reads and acts only through the operator API. */
export type PageContext = {
  readonly calls: OperationRunner;
  readonly session: Session;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly path: string;
  readonly requestId: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Whether the script of an open page asks, which replaces only its live parts. */
  readonly isRefresh: boolean;
  /** CSRF token that every form of the page carries. */
  readonly formToken: string;
  /** Where the request came from, for the activity log. */
  readonly origin: Origin;
  /** Whether the page shows personal data, which the activity log then records. */
  readonly personalData: { isShown: boolean };
  /** Names of integrators, operators, and keys. */
  readonly directory: Directory;
};

/** What calls of the operator API need. */
export type ApiCaller = Pick<PageContext, 'calls' | 'session' | 'requestId' | 'origin' | 'params'>;

/** The entry of the navigation that a page belongs to. */
export type Section =
  | 'overview'
  | 'ledger'
  | 'transfers'
  | 'users'
  | 'reviews'
  | 'treasury'
  | 'reconciliation'
  | 'rails'
  | 'metrics'
  | 'webhooks'
  | 'projections'
  | 'health'
  | 'audit'
  | 'tokens'
  | 'activity'
  | 'none';

export type Breadcrumb = { readonly label: string; readonly href: string };

export type ConsolePage = {
  readonly kind: 'page';
  readonly status?: number;
  readonly title: string;
  readonly section: Section;
  /** Parent pages, outermost first. */
  readonly breadcrumbs?: readonly Breadcrumb[];
  /** Of the object of the page, if neither the path nor a filter names it. */
  readonly environment?: EnvironmentName;
  /** What is going on with the object, and the next action; shown first. */
  readonly sentence?: Sentence | undefined;
  /** Shown below the heading. */
  readonly lead?: Html;
  /** Links to actions, shown next to the heading. */
  readonly actions?: Html | undefined;
  readonly content: Html;
  readonly hasCharts?: boolean;
  readonly retryAfterSeconds?: number;
};

export type PageResult =
  | ConsolePage
  | { readonly kind: 'redirect'; readonly to: string; readonly flash?: Flash }
  | { readonly kind: 'json'; readonly body: string }
  | { readonly kind: 'file'; readonly file: FileFormat; readonly body: string }
  /** A file, sent in parts as the client receives it. */
  | { readonly kind: 'download'; readonly name: string; readonly parts: AsyncIterable<string> }
  | Problem;

export type ConsoleRoute = {
  /** Path parameters are in braces. */
  readonly path: string;
  readonly get: (context: PageContext) => PageResult | Promise<PageResult>;
  readonly post?: (context: PageContext, form: Form) => PageResult | Promise<PageResult>;
  /** The form has a file, and at most this many bytes. */
  readonly uploadBytesMax?: number;
};

/** Something that a page needs was refused. The page of the error shows why. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.message);
    this.problem = problem;
  }
}

/** The value, unless it was refused. Throws Refused. */
export function assertFound<Value>(found: Value | Problem): Value {
  if (isProblem(found)) throw new Refused(found);
  return found;
}

/** The environment in the path. Throws Refused. */
export function environmentIn({ params: { environment } }: PageContext): EnvironmentName {
  if (environment === 'sandbox' || environment === 'production') return environment;
  throw new Refused(notFoundProblem('environment'));
}

type Operations = typeof operatorOperations;
export type ReadId = {
  [Id in OperatorOperationId]: Operations[Id]['method'] extends 'GET' ? Id : never;
}[OperatorOperationId];
export type WriteId = Exclude<OperatorOperationId, ReadId>;

/** The names of the parameters in a path. */
type ParamsIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamsIn<Rest>
  : never;

/** The path of a page, which must have all parameters of the operation. */
export type PagePath<Id extends OperatorOperationId, Path extends string> =
  keyof OperatorOperationTypes[Id]['params'] extends ParamsIn<Path> ? Path : never;

export type Input = {
  /** Parameters of the path that the path of the page does not contain. */
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number>>;
  /** The `Accept` header. */
  readonly accept?: string;
};

/** The path of an operation, with its parameters. */
export const apiPath = (
  id: OperatorOperationId,
  params: Readonly<Record<string, string | undefined>>,
): string => operatorOperations[id].path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');

/** The query string of a call. */
export const searchOf = (query: Readonly<Record<string, string | number>>): string =>
  new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name, String(value)] as [string, string]),
  ).toString();

/** The reply of the operator API, as JSON or as a file. Throws Refused. */
export async function replyOf(
  { calls, session, requestId, origin, params }: ApiCaller,
  id: ReadId,
  { params: more = {}, query = {}, ...accept }: Input = {},
): Promise<Exclude<Reply, Problem>> {
  const search = searchOf(query);
  const path = apiPath(id, { ...params, ...more });
  return assertFound(
    await calls.call(session.token, { method: 'GET', path, search, requestId, origin, ...accept }),
  );
}

/** What the operator API responds. Throws Refused. */
export async function read<Id extends ReadId>(
  context: ApiCaller,
  id: Id,
  input?: Input,
): Promise<OperatorOperationTypes[Id]['response']> {
  const { body } = await replyOf(context, id, input);
  // The schemas of the operator API define the shape of each response.
  return JSON.parse(body) as OperatorOperationTypes[Id]['response'];
}

/** The same, for a part of a page that can do without it. */
export const tryRead = <Id extends ReadId>(
  context: PageContext,
  id: Id,
  input?: Input,
): Promise<OperatorOperationTypes[Id]['response'] | Problem> =>
  read(context, id, input).catch((fault: unknown) => {
    if (fault instanceof Refused) return fault.problem;
    throw fault;
  });

/** Calls an operation that changes something. */
export const write = (
  { calls, session, requestId, origin, params }: ApiCaller,
  id: WriteId,
  { params: more = {}, ...call }: WriteInput,
): Promise<Reply> =>
  calls.call(session.token, {
    method: operatorOperations[id].method,
    path: apiPath(id, { ...params, ...more }),
    requestId,
    origin,
    ...call,
  });

type WriteInput = Pick<Input, 'params'> & {
  readonly body: unknown;
  /** Required for every POST. */
  readonly idempotencyKey?: string;
};

/** Whether the operator's role permits an operation. */
export const mayCall = ({ session }: PageContext, id: OperatorOperationId): boolean =>
  rejectRole(session.token, operatorOperations[id].role) === undefined;

/** The URL of the page from the beginning of its list, with changed parameters. Empty values are removed. */
export function hrefWith(
  { path, query }: Pick<PageContext, 'path' | 'query'>,
  changes: Readonly<Record<string, string>>,
): string {
  const next = new URLSearchParams(query);
  for (const [name, value] of Object.entries({ after: '', before: '', ...changes })) next.set(name, value);
  // A form sends the fields that are empty, too.
  for (const [name, value] of [...next]) if (value === '') next.delete(name);
  const search = next.toString();
  return search === '' ? path : `${path}?${search}`;
}

/** Whether the operator's role may see personal data. */
export const canSeePersonalData = ({ session: { token } }: PageContext): boolean =>
  roleSeesPersonalData(token);

/** A personal value, masked unless the operator's role may see it. Every page shows personal values through it. */
export function personalText(
  context: PageContext,
  field: string,
  value: string | null | undefined,
): string | null {
  if (!canSeePersonalData(context)) return mask(field, value);
  if (value !== null && value !== undefined && value !== '') context.personalData.isShown = true;
  return value ?? null;
}

export type ListPage<Item> = {
  readonly data: readonly Item[];
  readonly has_more: boolean;
  /** Where a list with filters continues; of other lists, the last object shows it. */
  readonly next_cursor?: string | null;
};

const PAGE_LIMIT = 25;

/** The page of a list that the URL selects. Throws Refused. */
export function pageQuery({
  query,
}: PageContext): { readonly limit: string } & Readonly<Record<string, string>> {
  const after = query.get('after');
  const before = query.get('before');
  if (after !== null && before !== null)
    throw new Refused(malformedRequest('Use either `after` or `before`, not both.'));
  return {
    ...(after === null ? {} : { starting_after: after }),
    ...(before === null ? {} : { ending_before: before }),
    limit: String(PAGE_LIMIT),
  };
}
