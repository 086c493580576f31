/** Sends events to a URL of the developer, signed like deliveries of the service, with a key that exists only for this session. */
import { generateKeyPairSync, sign } from 'node:crypto';
import type { Message } from '../../../packages/client/src/server-sent-events.ts';

export type Forwarded = {
  /** `null` if no response arrived. */
  readonly status: number | null;
  /** Why no response arrived; `null` if one did. */
  readonly error: string | null;
  /** The first 1,000 characters of the response. */
  readonly response: string;
  readonly duration_ms: number;
};

type Forwarder = {
  readonly publicKeyPem: string;
  /** Makes one attempt. Never rejects. */
  forward(event: Message): Promise<Forwarded>;
};

/** As long as a real delivery waits. */
const TIMEOUT_MS = 10_000;
const RESPONSE_CHARACTERS_MAX = 1_000;

export function createForwarder(url: string): Forwarder {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');

  async function post({ id, data }: Message): Promise<Omit<Forwarded, 'duration_ms'>> {
    const t = Math.floor(Date.now() / 1_000);
    const signature = sign(null, Buffer.from(`${t}.${data}`), privateKey).toString('hex');
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'Svc-Signature': `t=${t},v1=${signature}`,
        'Svc-Event-Id': id,
        'Svc-Delivery-Attempt': '1',
        'User-Agent': 'svc-webhooks/1',
      },
      body: data,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const answer = (await response.text()).slice(0, RESPONSE_CHARACTERS_MAX);
    return { status: response.status, error: null, response: answer };
  }

  return {
    publicKeyPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    async forward(event) {
      const startedAt = performance.now();
      const result = await post(event).catch((error: unknown) => ({
        status: null,
        error: reasonOf(error),
        response: '',
      }));
      return { ...result, duration_ms: Math.round(performance.now() - startedAt) };
    },
  };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'failed';
  if (error.name === 'TimeoutError') return `no response within ${TIMEOUT_MS / 1_000} seconds`;
  // `fetch` puts the reason into the cause; of several addresses, that of the first one counts.
  const { cause } = error;
  const [first] = cause instanceof AggregateError ? (cause.errors as unknown[]) : [cause];
  if (!(first instanceof Error)) return error.message;
  return 'code' in first && first.code === 'ECONNREFUSED' ? 'connection refused' : first.message;
}
