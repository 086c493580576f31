/** The output of a command, and its errors. */

/** An unvalidated JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** A part of an output under a heading. */
export type Section = { readonly title: string; readonly view: View };

/** Human-readable output: a table, the fields of one object with its parts, indented JSON, or a sentence. */
export type View =
  | { readonly rows: readonly JsonObject[]; readonly columns: readonly string[]; readonly emptyText: string }
  | { readonly fields: JsonObject; readonly sections?: readonly Section[] }
  | { readonly data: JsonObject }
  | { readonly text: string };

export type Outcome = {
  /** Output with --json. */
  readonly json: unknown;
  /** Output without --json. */
  readonly view: View;
  /** Text above the view. */
  readonly intro?: string;
  /** Value for scripts to capture. It is printed alone on standard output, and the view on standard error. */
  readonly stdout?: string;
  /** A hint on standard error that is not part of the result. */
  readonly note?: string;
};

/** The command was valid but failed. `body` and `status` are the response of the service, if any. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed';
  readonly body: unknown;
  readonly status: number | undefined;
  constructor(message: string, body?: unknown, status?: number) {
    super(message);
    this.body = body;
    this.status = status;
  }
}

/** The command line is invalid. The message says how to fix it. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The objects in the `data` of a list response. */
export const listData = ({ data }: JsonObject): JsonObject[] =>
  Array.isArray(data) ? data.filter(isJsonObject) : [];

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value of a JSON text; undefined for any other text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
