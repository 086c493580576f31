/**
 * An operation of an API: its declaration, generated from `schemas/operations.json`, and its handler. The pipeline does
 * everything else: authentication, limits, idempotency, validation, and errors.
 */
import type { Release } from '../../async/concurrency-limiter.ts';
import type { ErrorDetail } from '../../generated/api.ts';
import type { OperationId, OperationTypes, operations } from '../../generated/operations.ts';
import type { Validator } from '../../generated/validators.js';
import type { RequestBody } from '../../http/body.ts';
import type { Problem } from '../../http/errors.ts';
import type { Reply, StreamReply } from '../../http/reply.ts';
import type { Method } from '../../http/router.ts';
import type { ApiKey } from '../../platform/platform.ts';
import type { CausedEvents } from '../../request-log/entry.ts';
import type { IdempotencyKey } from '../../writer/idempotency.ts';
import type { Services } from './services.ts';
import type { FieldNames } from './validation-details.ts';
import type { Consistency } from './wait.ts';

/** The caller of an operation on a book, through any API. */
export type BookCaller = {
  readonly services: Services;
  /** `key:<id>` or `operator:<id>`, as recorded in the book's events. */
  readonly actor: string;
  /** Absent for reads that include every earlier write. */
  readonly consistency?: Consistency | undefined;
  /** The stream of the book; also the scope of its documents. */
  readonly stream: string;
  readonly requestId: string;
  /** Called with the events of each decision for this request. */
  readonly onDecided?: (caused: CausedEvents | undefined) => void;
  /** The `Accept` header. */
  readonly accept?: string | undefined;
  /** Present if the outcome is recorded under an idempotency key. Absent for reads, PATCH, DELETE, and dry runs. */
  readonly idempotency: IdempotencyKey | undefined;
};

/** The caller of an operation of the API for integrators. */
export type Caller = BookCaller & {
  readonly key: ApiKey;
  /** Counts the requests to others that this call causes against the key's rate limit. Refuses rate_limited. */
  readonly charge: (requests: number) => Problem | undefined;
  readonly streaming: () => Streaming;
};

/** What a response needs that stays open. */
export type Streaming = {
  /** The header with which a client continues a stream. */
  readonly lastEventId: string | undefined;
  /** Whether the key has neither been revoked nor expired since. */
  readonly isKeyValid: () => boolean;
  /** Counts a stream of the key until it is released. Refuses rate_limited. */
  readonly open: () => Release | Problem;
  /** The streams of all keys that this process has open. */
  readonly openCount: () => number;
  /** Counts a page of past events. Returns how long the integrator's streams have to pause before the next one, in milliseconds. */
  readonly countReplayed: () => number;
};

/** The validated input of one operation. */
export type OperationInput = { readonly params: unknown; readonly query: unknown; readonly body: unknown };
export type InputOf<Types extends OperationInput> = Pick<Types, 'params' | 'query' | 'body'>;

export type Call<Id extends OperationId> = Caller & InputOf<OperationTypes[Id]>;

/** A call of an operation that operators use, too: it needs no API key. */
export type BookCall<Id extends OperationId> = BookCaller & InputOf<OperationTypes[Id]>;

/** A handler for each operation. A missing or unknown handler does not compile. */
export type Handlers = {
  readonly [Id in OperationId]: (call: Call<Id>) => ReplyOf<Id> | Promise<ReplyOf<Id>>;
};

type ReplyOf<Id extends OperationId> = (typeof operations)[Id] extends { readonly mediaType: string }
  ? StreamReply | Problem
  : Reply;

/** What routing and validation need to know of an operation. */
export type Declaration = {
  readonly id: string;
  readonly method: Method;
  readonly path: string;
  readonly idempotencyKey: 'required' | 'required_unless_dry_run' | 'none';
  readonly requestBody: RequestBody;
  /** The limit of the body in bytes, if it is not the common one. */
  readonly bodyBytesMax?: number;
  readonly query: Validator<unknown>;
  readonly queryFields: readonly string[];
  readonly body: Validator<unknown>;
  readonly bodyFields: FieldNames;
};

/** Checks that JSON Schema cannot express. The body may have failed its schema; the details are added to the schema's. */
export type BodyCheck = (body: unknown) => readonly ErrorDetail[];

/** A declaration with the code that implements it. */
export type Operation<Declared extends Declaration, Caller, Result = Reply> = Declared & {
  readonly checkBody: BodyCheck | undefined;
  readonly handle: (call: Caller & OperationInput) => Result | Promise<Result>;
};

export type ApiDeclaration = (typeof operations)[OperationId];
export type ApiOperation = Operation<ApiDeclaration, Caller, Reply | StreamReply>;

/** Combines declarations with their handlers. */
export function bindHandlers<Declared extends Declaration, Caller, Result extends Reply | StreamReply>(
  declarations: Readonly<Record<string, Declared>>,
  // Each handler takes the input of its own operation only. The pipeline passes it nothing else: parameters of its own
  // path, and a query and a body that its own validators accepted.
  handlers: Readonly<Record<string, (call: never) => NoInfer<Result | Promise<Result>>>>,
  bodyChecks: Readonly<Record<string, BodyCheck>> = {},
): readonly Operation<Declared, Caller, Result>[] {
  return Object.entries(declarations).map(([id, declaration]) => ({
    ...declaration,
    checkBody: bodyChecks[id],
    handle: handlers[id] as Operation<Declared, Caller, Result>['handle'],
  }));
}
