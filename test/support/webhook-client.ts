/** Helpers for tests of webhook deliveries. */
import { verify } from 'node:crypto';
import type { Answer, Client } from './client.ts';
import type { Received } from './webhook-receiver.ts';
import { expectBody } from './api-steps.ts';

type Body = Answer['body'];

/** Settings that allow delivery to receivers on this machine. */
export const LOCAL = { webhooks: { allow_loopback: true } };

export async function newEndpoint(client: Client, url: string, more: object = {}): Promise<Body> {
  const created = expectBody(await client.post('/v1/webhook_endpoints', { url, ...more }), 201);
  return setStatus(client, created.id, 'enabled');
}

export async function setStatus(client: Client, id: string, status: 'enabled' | 'disabled'): Promise<Body> {
  return expectBody(await client.patch(`/v1/webhook_endpoints/${id}`, { status }), 200);
}

/** Whether the request is signed with the endpoint's key. */
export function isSigned({ headers, body }: Received, publicKeyPem: string): boolean {
  const [, t, ...signatures] =
    /^t=([0-9]+)((?:,v1=[0-9a-f]+)+)$/.exec(String(headers['svc-signature'])) ?? [];
  const message = Buffer.from(`${t ?? ''}.${body}`);
  return signatures
    .join('')
    .split(',v1=')
    .slice(1)
    .some((hex) => verify(null, message, publicKeyPem, Buffer.from(hex, 'hex')));
}

export const eventIds = (received: readonly Received[]): string[] =>
  received.map(({ headers }) => String(headers['svc-event-id']));
