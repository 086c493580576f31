export type Language = 'curl' | 'typescript' | 'python' | 'csharp';

/** A request with values such as `$USER_ID`, which stand for environment variables. */
export type ExampleRequest = {
  readonly method: string;
  /** With parameters, such as `/v1/users/{user_id}`. */
  readonly path: string;
  readonly pathValues: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** Any JSON value. */
  readonly body?: unknown;
  readonly authentication: 'api_key' | 'bearer';
  readonly isIdempotent: boolean;
  /** Whether the response is a stream of events that does not end. */
  readonly isStream: boolean;
  /** The method of the TypeScript client, such as `users.create`; undefined if it has none. */
  readonly call?: string;
  /** The name for the response, or for each object of a page. */
  readonly result: string;
  readonly isPage: boolean;
};

export const LANGUAGES: Readonly<Record<Language, string>>;
export function languagesOf(request: ExampleRequest): readonly Language[];
export function requestCode(language: Language, request: ExampleRequest): string;
/** Cuts code into pieces, each with the name of its color or an empty name. */
export function colored(
  language: Language,
  code: string,
): readonly (readonly [color: '' | 'k' | 's' | 'v', text: string])[];
/** `USER_ID` for `$USER_ID`; undefined for other values. */
export function variableIn(value: unknown): string | undefined;
