/** Commands are plain data, so that scenarios can be stored, shrunk, and replayed. */
import { readFileSync } from 'node:fs';
import { isObject, textOf } from '../model/prediction.ts';
import type { Answer, Json } from '../model/prediction.ts';

/**
 * The ID in the answer to the command with this serial number: of the object, or of the object at this place of a list. Without such
 * an answer, it is an unknown ID. `member`: that text of the object instead of its ID.
 */
export type Reference = {
  readonly $answer: number;
  readonly prefix: string;
  readonly item?: number;
  readonly member?: string;
};

export type Data = Json | Reference | readonly Data[] | { readonly [name: string]: Data };

export type KeyName = 'sandbox' | 'stranger' | 'readOnly' | 'production' | 'revoked' | OperatorKey;

/** Two operators with every role. */
export type OperatorKey = 'operator' | 'secondOperator';

export const isOperatorKey = (key: KeyName): key is OperatorKey =>
  key === 'operator' || key === 'secondOperator';

export type ApiCommand = {
  readonly serial: number;
  readonly operation: string;
  readonly key: KeyName;
  readonly params?: Readonly<Record<string, string | Reference>>;
  readonly query?: Readonly<Record<string, string | Reference>>;
  readonly body?: { readonly [name: string]: Data };
  readonly idempotencyKey?: string;
  /** The media type that the client accepts; JSON unless given. */
  readonly accept?: 'text/csv';
};

/** Time that passes between two requests. */
export type Wait = { readonly serial: number; readonly waitMs: number };
export type Command = ApiCommand | Wait;
export type Scenario = readonly Command[];
/** Commands that are sent at the same time; usually one. */
export type Step = readonly Command[];

/** An operation as `schemas/operations.json` declares it. */
export type Operation = {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly environment?: string;
};

function declaredIn(file: string): ReadonlyMap<string, Operation> {
  const { operations } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly operations: readonly Operation[];
  };
  return new Map(operations.map((each) => [each.operationId, each]));
}

export const OPERATIONS = declaredIn('schemas/operations.json');
export const OPERATOR_OPERATIONS = declaredIn('schemas/operator-operations.json');

export const isReference = (value: Data | undefined): value is Reference =>
  typeof value === 'object' && value !== null && '$answer' in value;

/** The objects of a list. */
export const itemsOf = (body: Json | undefined): readonly Json[] =>
  isObject(body) && Array.isArray(body['data']) ? (body['data'] as readonly Json[]) : [];

/** Replaces a reference by an ID. */
export function resolveText(value: string | Reference, answers: ReadonlyMap<number, Answer>): string {
  if (typeof value === 'string') return value;
  const { item, member } = value;
  const body = answers.get(value.$answer)?.body;
  const object = item === undefined ? body : itemsOf(body)[item];
  if (member !== undefined) return textOf(object, member);
  const id = textOf(object, 'id');
  return id.startsWith(`${value.prefix}_`) ? id : `${value.prefix}_01kakz3v00000000000000000z`;
}

/** Replaces all references by IDs. */
export function resolve(value: Data, answers: ReadonlyMap<number, Answer>): Json {
  if (isReference(value)) return resolveText(value, answers);
  if (Array.isArray(value)) return (value as readonly Data[]).map((each) => resolve(each, answers));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, resolve(each, answers)]));
}
