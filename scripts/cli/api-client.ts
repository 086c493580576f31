/** The client of the integrator API, with the key that the options, the environment, or a profile give. */
import { createClient } from '../../packages/client/src/client.ts';
import type { Client } from '../../packages/client/src/client.ts';
import { LedgerConnectionError, LedgerError } from '../../packages/client/src/errors.ts';
import { findAccess } from './access.ts';
import type { GlobalOptions } from './access.ts';
import { httpFetch } from './http-fetch.ts';
import { CommandFailed, isJsonObject } from './outcome.ts';
import { messageOf, unreachableText } from './service-call.ts';
import type { CallService } from './service-call.ts';

export type ApiClient = {
  /** Its methods throw the errors of the client; `explained` turns them into CommandFailed. */
  readonly ledger: Client;
  /** Any call. Throws CommandFailed unless the response has a status of 2xx. */
  readonly call: CallService;
  /** Does the work, and throws CommandFailed for an error of the client. */
  explained<T>(work: (ledger: Client) => Promise<T>): Promise<T>;
};

export function createApiClient(options: GlobalOptions): ApiClient {
  const { baseUrl, secret } = findAccess(options, 'api_key');
  // A call of the client gives a text as address, headers as an object, and a signal, and reads status, headers, and text.
  const ledger = createClient({ apiKey: secret, baseUrl, fetch: httpFetch as typeof fetch });
  const explained: ApiClient['explained'] = async (work) => {
    try {
      return await work(ledger);
    } catch (error) {
      throw failureOf(error, baseUrl);
    }
  };
  return {
    ledger,
    explained,
    async call(method, { path, body, idempotencyKey }) {
      const sent = hasBody(method) ? { body: body ?? {} } : {};
      const response = await explained(() => ledger.request({ method, path, idempotencyKey, ...sent }));
      if (isJsonObject(response.body)) return { ...response, body: response.body };
      throw new CommandFailed(`${baseUrl} did not return a JSON object.`);
    },
  };
}

const hasBody = (method: string): boolean => method === 'POST' || method === 'PATCH';

/** What the command line reports for an error of the client. Other errors are returned unchanged. */
export function failureOf(error: unknown, baseUrl: string): unknown {
  if (error instanceof LedgerError) {
    const { code, type, message, status, details, requestId, existingId, docUrl } = error;
    const known = {
      code,
      type,
      message,
      details,
      request_id: requestId,
      existing_id: existingId,
      doc_url: docUrl,
    };
    // JSON leaves out what is undefined.
    const body = { error: known };
    return new CommandFailed(messageOf({ status, body }), body, status);
  }
  if (!(error instanceof LedgerConnectionError)) return error;
  if (error.status !== undefined && error.status < 500)
    return new CommandFailed(
      `${baseUrl} is not the base URL of the service: it returned status ${error.status}.`,
    );
  return new CommandFailed(unreachableText(baseUrl, error.idempotencyKey));
}
