/** What a command comes to, and how it ends when it does not come to that. */

/** A JSON object as it came. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** What a person is shown: rows of a list, the fields of one object, or a sentence. */
export type View =
  | { readonly rows: readonly JsonObject[]; readonly columns: readonly string[]; readonly none: string }
  | { readonly fields: JsonObject }
  | { readonly said: string };

export type Outcome = {
  /** For machines. */
  readonly json: unknown;
  /** For people. */
  readonly view: View;
  /** What stands above the view. */
  readonly intro?: string;
  /** The one thing worth capturing: it goes to the standard output alone, and the view to the standard error output. */
  readonly stdout?: string;
  /** Something to know that is no part of the result. */
  readonly note?: string;
};

/** It was understood and could not be done; `body` is what the service answered, if it did. */
export class CommandFailed extends Error {
  override readonly name = 'Failed';
  readonly body: unknown;
  constructor(message: string, body?: unknown) {
    super(message);
    this.body = body;
  }
}

/** What was typed makes no sense; the message says what would. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
