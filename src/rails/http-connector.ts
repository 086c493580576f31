/**
 * A provider that is a service of its own, asked over HTTP: the protocol of docs/rails.md. Every question is signed and
 * has a deadline, and every answer is checked before it is believed.
 */
import { randomUUID } from 'node:crypto';
import { errorMessage } from '../system/errors.ts';
import type { DepositInstructions } from '../ledger/deposits/deposit-account.ts';
import type { Reason } from '../ledger/users/user.ts';
import {
  parseInstructionsByType,
  parseNameCheck,
  displayableReason,
  parseRefusal,
  parsePayoutAccepted,
} from './connector-messages.ts';
import { InstructionsRefused, ProviderUnavailable } from './port.ts';
import type {
  InstructionsRequest,
  PayoutOrder,
  PayoutCheckRequest,
  PayoutSubmission,
  Provider,
} from './port.ts';
import type { ProviderSettings, RailSettings } from './settings.ts';
import { SIGNATURE_HEADER } from './connector-signing.ts';
import type { ConnectorSigning } from './connector-signing.ts';

type Options = Pick<Extract<ProviderSettings, { type: 'http' }>, 'url' | 'timeout_seconds'> & {
  readonly signing: Pick<ConnectorSigning, 'sign'>;
  readonly rail: string;
  readonly environment: 'sandbox' | 'production';
  readonly of: Pick<RailSettings, 'type' | 'checks_names' | 'checks_payouts'>;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
};

/** The connector answered, though perhaps not with what was asked for. */
type Answer = { readonly status: number; readonly value: unknown };

/** Whether the connector got the question is not known. */
class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

export function createHttpConnector(options: Options): Provider {
  const { environment, rail, of } = options;
  const ask = createAsk(options);
  const where = `the connector of ${environment}/${rail}`;

  /** Of what is harmless to ask again, so that whatever went wrong is a provider that does not serve. */
  const askFreely = (operation: string, question: object): Promise<Answer> =>
    ask(operation, question).catch((error: unknown) => {
      throw new ProviderUnavailable(errorMessage(error));
    });

  async function issue(operation: string, request: InstructionsRequest): Promise<DepositInstructions> {
    const { status, value } = await askFreely(operation, request);
    const refusal = status === 422 ? parseRefusal(value) : undefined;
    if (refusal !== undefined) throw new InstructionsRefused(displayableReason(refusal.error));
    const issued = status === 200 ? parseInstructionsByType[of.type](value) : undefined;
    if (issued === undefined) throw new ProviderUnavailable(`${where} answered ${status} to ${operation}`);
    return { type: of.type, currency: request.currency, rail, ...issued.instructions };
  }

  async function checkPayout(payout: PayoutCheckRequest): Promise<Reason | undefined> {
    const { status, value } = await askFreely('payout_checks', payout);
    const refusal = status === 422 ? parseRefusal(value) : undefined;
    if (refusal !== undefined) return displayableReason(refusal.error);
    if (status !== 200) throw new ProviderUnavailable(`${where} answered ${status} to payout_checks`);
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
      // A repeated question may come with a later deadline; what counts is what is asked for now.
      return { ...(await issue('instructions', asked)), amount, expires_at };
    },
    async submitPayout(order: PayoutOrder): Promise<PayoutSubmission> {
      const { status, value } = await ask('payouts', order);
      const refusal = status === 422 ? parseRefusal(value) : undefined;
      if (refusal !== undefined) return { taken: false, reason: displayableReason(refusal.error) };
      const taken = status === 200 ? parsePayoutAccepted(value) : undefined;
      if (taken === undefined) throw new NoAnswer(`${where} answered ${status} to payouts`);
      return { taken: true, rail_reference: taken.rail_reference };
    },
    ...(of.checks_payouts && { checkPayout }),
    async checkName(question) {
      const { status, value } = await ask('name_checks', question);
      const checked = status === 200 ? parseNameCheck(value) : undefined;
      if (checked === undefined) throw new NoAnswer(`${where} answered ${status} to name_checks`);
      return checked.result;
    },
    async tellDecision(decision) {
      const { status } = await ask('deposit_decisions', decision);
      if (status !== 200) throw new NoAnswer(`${where} answered ${status} to deposit_decisions`);
    },
    async ping() {
      const { status } = await ask('health', { rail });
      if (status !== 200) throw new ProviderUnavailable(`${where} answered ${status} to health`);
    },
  };
}

/** Statuses with which a connector says that it did nothing and may be asked later. */
const LATER: ReadonlySet<number> = new Set([429, 503]);

/** Throws ProviderUnavailable where nothing was asked, NoAnswer where that is not known. */
function createAsk({ url, environment, signing, timeout_seconds, clock }: Options) {
  return async (operation: string, question: object): Promise<Answer> => {
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
        // Only whole milliseconds are taken, and 2.01 seconds are 2009.9999999999998 of them.
        signal: AbortSignal.timeout(Math.ceil(timeout_seconds * 1_000)),
      });
      const value = await readJson(response);
      if (LATER.has(response.status))
        throw new ProviderUnavailable(`the connector at ${url} answered ${response.status}`);
      return { status: response.status, value };
    } catch (error) {
      if (error instanceof ProviderUnavailable) throw error;
      const reason = reasonIn(error);
      if (NOT_CONNECTED.has(reason)) throw new ProviderUnavailable(`${url} can't be reached: ${reason}`);
      throw new NoAnswer(`${url} did not answer: ${reason}`);
    }
  };
}

/** The connection never came about, so nobody was asked anything. */
const NOT_CONNECTED: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** The code of a failed connection, or the name of the error. Never its text, which may repeat what was sent. */
function reasonIn(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { cause } = error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : undefined;
  return code ?? error.name;
}

const ANSWER_BYTES_MAX = 64 * 1024;

/** Undefined for what is no JSON. Throws when it is too long. */
async function readJson({ body }: Response): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  // A body of fetch is a stream of bytes, which its type does not say.
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > ANSWER_BYTES_MAX) throw new NoAnswer('the answer is too long');
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString());
  } catch {
    return undefined;
  }
}
