/**
 * A provider that is a separate service, called over HTTP with the protocol of docs/rails.md. Every request
 * is signed and has a timeout, and every response is validated.
 */
import type { DepositInstructions } from '../ledger/deposit-account.ts';
import type { Reason } from '../ledger/user.ts';
import { errorMessage } from '../system/errors.ts';
import { randomUUID } from '../system/runtime.ts';
import {
  SIGNATURE_HEADER,
  displayableReason,
  parseInstructionsByType,
  parseNameCheck,
  parsePayoutAccepted,
  parseRefusal,
  type ConnectorSigning,
} from './connector-protocol.ts';
import {
  InstructionsRefused,
  NoAnswer,
  ProviderUnavailable,
  type InstructionsRequest,
  type PayoutCheckRequest,
  type PayoutOrder,
  type PayoutSubmission,
  type Provider,
} from './port.ts';
import type { ProviderSettings, RailSettings } from './settings.ts';

type Options = Pick<Extract<ProviderSettings, { type: 'http' }>, 'url' | 'timeout_seconds'> & {
  readonly signing: Pick<ConnectorSigning, 'sign'>;
  readonly rail: string;
  readonly environment: 'sandbox' | 'production';
  readonly of: Pick<RailSettings, 'type' | 'checks_names' | 'checks_payouts'>;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
};

/** A response of the connector, which may not be the expected one. */
type ConnectorResponse = { readonly status: number; readonly value: unknown };

export function createHttpConnector(options: Options): Provider {
  const { environment, rail, of } = options;
  const ask = createConnectorCall(options);
  const connectorName = `connector ${environment}/${rail}`;

  /** For requests without side effects: any failure means that the provider is unavailable. */
  const askSafely = (operation: string, question: object): Promise<ConnectorResponse> =>
    ask(operation, question).catch((error: unknown) => {
      throw new ProviderUnavailable(errorMessage(error));
    });

  async function issue(operation: string, request: InstructionsRequest): Promise<DepositInstructions> {
    const { status, value } = await askSafely(operation, request);
    const refusal = status === 422 ? parseRefusal(value) : undefined;
    if (refusal !== undefined) throw new InstructionsRefused(displayableReason(refusal.error));
    const issued = status === 200 ? parseInstructionsByType[of.type](value) : undefined;
    if (issued === undefined)
      throw new ProviderUnavailable(`${connectorName} answered ${status} to ${operation}`);
    return { type: of.type, currency: request.currency, rail, ...issued.instructions };
  }

  async function checkPayout(payout: PayoutCheckRequest): Promise<Reason | undefined> {
    const { status, value } = await askSafely('payout_checks', payout);
    const refusal = status === 422 ? parseRefusal(value) : undefined;
    if (refusal !== undefined) return displayableReason(refusal.error);
    if (status !== 200) throw new ProviderUnavailable(`${connectorName} answered ${status} to payout_checks`);
    return undefined;
  }

  return {
    type: of.type,
    checksNames: of.checks_names,
    issueStandingDetails: ({ reference, currency }) =>
      issue('standing_details', { reference, rail, currency }),
    async issueInstructions(request) {
      const { reference, currency, amount, expires_at } = request;
      const asked = { reference, rail, currency, amount, expires_at };
      // A repeated request may have a later expiry; the current request counts.
      return { ...(await issue('instructions', asked)), amount, expires_at };
    },
    async submitPayout(order: PayoutOrder): Promise<PayoutSubmission> {
      const { status, value } = await ask('payouts', order);
      const refusal = status === 422 ? parseRefusal(value) : undefined;
      if (refusal !== undefined) return { accepted: false, reason: displayableReason(refusal.error) };
      const accepted = status === 200 ? parsePayoutAccepted(value) : undefined;
      if (accepted === undefined)
        throw new NoAnswer(`${connectorName} answered ${status} to payouts`, status);
      return { accepted: true, rail_reference: accepted.rail_reference };
    },
    ...(of.checks_payouts && { checkPayout }),
    async checkName(question) {
      const { status, value } = await ask('name_checks', question);
      const checked = status === 200 ? parseNameCheck(value) : undefined;
      if (checked === undefined) throw new NoAnswer(`${connectorName} answered ${status} to name_checks`);
      return checked.result;
    },
    async notifyDecision(decision) {
      const { status } = await ask('deposit_decisions', decision);
      if (status !== 200) throw new NoAnswer(`${connectorName} answered ${status} to deposit_decisions`);
    },
    async ping() {
      const { status } = await ask('health', { rail });
      if (status !== 200) throw new ProviderUnavailable(`${connectorName} answered ${status} to health`);
    },
  };
}

/** Statuses that mean the connector did nothing and may be asked again later. */
const RETRY_LATER_STATUSES: ReadonlySet<number> = new Set([429, 503]);

/** Throws ProviderUnavailable if the request was certainly not sent, NoAnswer if that is unknown. */
function createConnectorCall({ url, environment, signing, timeout_seconds, clock }: Options) {
  return async (operation: string, question: object): Promise<ConnectorResponse> => {
    const body = JSON.stringify({ environment, ...question });
    let response: Response;
    try {
      response = await fetch(`${url}/${operation}`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'Request-Id': randomUUID(),
          [SIGNATURE_HEADER]: signing.sign(operation, body, clock()),
        },
        body,
        redirect: 'manual',
        // AbortSignal.timeout takes integers, and 2.01 seconds are 2009.9999999999998 ms.
        signal: AbortSignal.timeout(Math.ceil(timeout_seconds * 1_000)),
      });
      const value = await readJson(response);
      if (RETRY_LATER_STATUSES.has(response.status))
        throw new ProviderUnavailable(`connector at ${url} answered ${response.status}`, response.status);
      return { status: response.status, value };
    } catch (error) {
      if (error instanceof ProviderUnavailable) throw error;
      const reason = reasonIn(error);
      if (UNREACHABLE_CODES.has(reason)) throw new ProviderUnavailable(`${url} cannot be reached: ${reason}`);
      throw new NoAnswer(`${url} did not answer: ${reason}`);
    }
  };
}

/** Error codes of connections that were never established: nothing was sent. */
const UNREACHABLE_CODES: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/**
 * The code of a connection error, or the name of another error. Never the message, which may repeat what was
 * sent.
 */
function reasonIn(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { cause } = error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : undefined;
  return code ?? error.name;
}

const RESPONSE_BYTES_MAX = 64 * 1024;

/** Resolves to undefined for a body that is not JSON. Throws if the body is too long. */
async function readJson({ body }: Response): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  // The body of a fetch response is a stream of bytes, which its type does not say.
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > RESPONSE_BYTES_MAX) throw new NoAnswer('response is longer than 64 KiB');
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString());
  } catch {
    return undefined;
  }
}
