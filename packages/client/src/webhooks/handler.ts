import { createAdapters } from './adapters.ts';
import type { Adapters } from './adapters.ts';
import { WebhookError } from './errors.ts';
import type { WebhookEvent, WebhookEventOf, WebhookEventType } from './events.ts';
import type { WebhookHeaders } from './signature-header.ts';
import { verifyWebhook } from './verify.ts';

/** A function for each type of event that you handle. Other types are accepted and ignored. */
export type EventHandlers = {
  readonly [Type in WebhookEventType]?: (event: WebhookEventOf<Type>) => unknown;
};

/** Remembers the IDs of handled events. A `Set` suits one process; use a table in production. */
export type SeenEvents = {
  has(id: string): boolean | Promise<boolean>;
  add(id: string): unknown;
};

export type WebhookHandlerOptions = {
  /** The endpoint's `public_key_pem`; both keys during a key rotation. */
  readonly publicKeys: string | readonly string[];
  readonly on: EventHandlers;
  /** Events that it has are accepted and not handled again. */
  readonly seen?: SeenEvents | undefined;
  /** Maximum age of a signature; 300 by default. */
  readonly toleranceSeconds?: number | undefined;
};

/** What to respond to the service. */
export type WebhookAnswer = { readonly status: 204 | 400; readonly body: string };

export type WebhookHandler = Adapters & {
  /**
   * Verifies a request, handles its event, and resolves with the answer. Rejects with the error of a handler; respond with
   * 500 then, and the service sends the event again.
   */
  readonly handle: (rawBody: string | Uint8Array, headers: WebhookHeaders) => Promise<WebhookAnswer>;
};

/** A webhook receiver, with an adapter for each kind of server. */
export function createWebhookHandler(options: WebhookHandlerOptions): WebhookHandler {
  const { publicKeys, on, seen, toleranceSeconds } = options;
  /** Attempts can overlap when an answer took too long. */
  const running = new Map<string, Promise<void>>();

  const handleOnce = async (event: WebhookEvent): Promise<void> => {
    if ((await seen?.has(event.id)) === true) return;
    // The function under the event's type takes events of this type.
    const handler = on[event.type] as ((event: WebhookEvent) => unknown) | undefined;
    await handler?.(event);
    await seen?.add(event.id);
  };

  const handle = async (rawBody: string | Uint8Array, headers: WebhookHeaders): Promise<WebhookAnswer> => {
    let event: WebhookEvent;
    try {
      event = await verifyWebhook(rawBody, headers, publicKeys, { toleranceSeconds });
    } catch (error) {
      // A wrong key is a mistake of the receiver, not of the request.
      if (error instanceof WebhookError && error.code !== 'key_malformed')
        return { status: 400, body: error.code };
      throw error;
    }
    const { id } = event;
    const work = running.get(id) ?? handleOnce(event).finally(() => running.delete(id));
    running.set(id, work);
    await work;
    return { status: 204, body: '' };
  };
  return { handle, ...createAdapters(handle) };
}
