/**
 * Callbacks of rail connectors: received money, declined payments, and payout outcomes. They are separate from the API
 * under /v1, have their own keys, and are described in docs/rails.md.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Express } from 'express';
import { monotonicTime } from '../../system/runtime.ts';
import { parseCallback } from '../../rails/connector-messages.ts';
import type { Callback } from '../../rails/connector-messages.ts';
import type { RunningRails } from '../../rails/rails.ts';
import { SIGNATURE_HEADER } from '../../rails/connector-signing.ts';
import { parseJsonBody, readRawJson } from '../server/json-body.ts';
import { problemForFault, internalError, isProblem, notFoundProblem, problem } from '../server/errors.ts';
import type { CallbackContext, CallbackDependencies } from './callback-answer.ts';
import { handleDepositArrived, handlePaymentDeclined } from './deposit-callbacks.ts';
import { handlePayoutSettled } from './payout-callbacks.ts';
import { newRequestId } from '../server/request-id.ts';
import { sendReply } from '../server/respond.ts';
import type { Reply } from '../server/reply.ts';

export type RailCallbackOptions = CallbackDependencies & {
  readonly signatures: Pick<RunningRails, 'signingFor'>;
};

/** Serves `POST /rails/{environment}/{rail}/callbacks`. */
export function mountRailCallbacks(app: Express, parts: RailCallbackOptions): void {
  const { log } = parts.services;
  app.all('/rails/:environment/:rail/callbacks', (req, res, next) => {
    const { environment, rail } = req.params;
    serve(req, res, parts, { environment, rail }).catch(next);
  });

  async function serve(
    req: IncomingMessage,
    res: ServerResponse,
    from: RailCallbackOptions,
    of: { environment: string; rail: string },
  ): Promise<void> {
    const startedAt = monotonicTime();
    const requestId = newRequestId();
    const reply = await replyTo(req, from, { ...of, requestId }).catch((fault: unknown): Reply => {
      const foreseen = problemForFault(fault);
      if (foreseen === undefined) log.error({ request_id: requestId, err: fault }, 'rail callback failed');
      return foreseen ?? internalError();
    });
    const status = sendReply(res, requestId, reply);
    const duration_ms = Math.round((monotonicTime() - startedAt) * 100) / 100;
    log.info({
      request_id: requestId,
      // The path comes from the caller; only configured names are logged.
      rail: parts.signatures.signingFor(of.environment, of.rail) && `${of.environment}/${of.rail}`,
      route: 'callbacks',
      status,
      duration_ms,
    });
  }
}

async function replyTo(
  req: IncomingMessage,
  parts: RailCallbackOptions,
  call: CallbackContext,
): Promise<Reply> {
  const signing = parts.signatures.signingFor(call.environment, call.rail);
  if (signing === undefined) return notFoundProblem('path');
  if (req.method !== 'POST') {
    return problem('method_not_allowed', 'It supports only POST.', { allowedMethods: 'POST' });
  }
  const bytes = await readRawJson(req);
  if (isProblem(bytes)) return bytes;
  const header = req.headers[SIGNATURE_HEADER];
  const signature = typeof header === 'string' ? header : undefined;
  // The signature is verified before the body is parsed.
  if (!signing.verify(signature, 'callbacks', bytes, parts.services.clock())) {
    return problem('invalid_api_key', 'The signature is missing, invalid, or too old.');
  }
  const callback = read(bytes);
  return isProblem(callback) ? callback : answer(parts, call, callback);
}

function read(bytes: Buffer): Callback | ReturnType<typeof problem> {
  const parsed = parseJsonBody(bytes, 'required');
  if (isProblem(parsed)) return parsed;
  return (
    parseCallback(parsed.value) ??
    problem('validation_failed', 'The members of a callback are in docs/rails.md.')
  );
}

async function answer(
  parts: CallbackDependencies,
  call: CallbackContext,
  callback: Callback,
): Promise<Reply> {
  switch (callback.type) {
    case 'deposit.arrived':
      return handleDepositArrived(parts, call, callback);
    case 'payment.declined':
      return handlePaymentDeclined(parts, call, callback);
    case 'payout.settled':
      return handlePayoutSettled(parts, call, callback);
  }
}
