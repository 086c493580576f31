/** No body of the maximum size blocks the event loop for long, whatever operation or form receives it. */
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { expect } from 'chai';
import railSchemas from '../../schemas/rails.json' with { type: 'json' };
import { unknownId } from '../support/api-steps.ts';
import { CPU_MAX, leastCpu } from '../support/cpu-time.ts';
import { isTried } from '../support/effort.ts';
import { expensiveBodies } from '../support/expensive-bodies.ts';
import type { ExpensiveBody } from '../support/expensive-bodies.ts';
import { openapiDocument } from '../support/openapi-document.ts';
import type { DocumentFile } from '../support/openapi-document.ts';
import { startTestService } from '../support/service.ts';
import type { RunningService } from '../support/service.ts';

const BODY_BYTES = 128 * 1024;

type DocumentedBody = {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly schema: unknown;
  readonly example: Readonly<Record<string, unknown>>;
};

type DocumentedOperation = {
  readonly operationId: string;
  readonly requestBody?: {
    readonly content: {
      readonly 'application/json': Pick<DocumentedBody, 'schema'> & Partial<Pick<DocumentedBody, 'example'>>;
    };
  };
};

function documentedBodies(file: DocumentFile): DocumentedBody[] {
  // The file is generated, and another suite checks its structure.
  const { paths } = openapiDocument(file) as {
    paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  };
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { operationId, requestBody }]) => {
      const content = requestBody?.content['application/json'];
      return content === undefined
        ? []
        : [{ operationId, method: method.toUpperCase(), path, example: {}, ...content }];
    }),
  );
}

const PREFIXES: Readonly<Record<string, string>> = {
  user_id: 'usr',
  wallet_id: 'wal',
  deposit_account_id: 'da',
  transfer_id: 'trf',
  event_id: 'evt',
  webhook_endpoint_id: 'we',
  webhook_delivery_id: 'whd',
  integrator_id: 'int',
  token_id: 'opt',
};
const NAMES: Readonly<Record<string, string>> = {
  environment: 'sandbox',
  rail: 'bank_eft',
  projection: 'wallets',
  key_id: 'key_00000000',
};

/** Input is checked before the object is looked up, so that unknown IDs are enough. */
const pathOf = (path: string): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => NAMES[name] ?? unknownId(PREFIXES[name] ?? name));

describe('The most expensive body', () => {
  const secret = randomBytes(32);
  let service: RunningService;
  before(async () => {
    const provider = {
      type: 'http',
      url: 'http://127.0.0.1:1',
      signing: { scheme: 'hmac-sha256', secrets: ['env:BANK_SECRET'] },
    };
    service = await startTestService({ BANK_SECRET: secret.toString('base64') }, Date.now, {
      rails: { bank_eft: { providers: { sandbox: provider } } },
      features: { transfer_cancel: true, webhook_endpoint_test: true },
    });
  });
  after(() => service.close());

  type Sent = {
    readonly method: string;
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
  };

  async function send({ method, path, headers }: Sent, body: string): Promise<number> {
    const response = await fetch(service.url + path, { method, headers, body, redirect: 'manual' });
    await response.arrayBuffer();
    return response.status;
  }

  /** Sends each body and collects those that cost too much. Includes the test's own work: sending it and reading the response. */
  async function expectCheap(requestFor: (body: string) => Sent, bodies: readonly ExpensiveBody[]) {
    const tooExpensive: string[] = [];
    expect(bodies).to.not.have.length(0);
    for (const { name, text } of bodies) {
      let status = 0;
      const work = async () => (status = await send(requestFor(text), text));
      const cpu = await leastCpu(work);
      if (cpu > CPU_MAX) tooExpensive.push(`${name}: ${cpu.toFixed(0)} times`);
      expect(status, name).to.be.within(303, 499);
    }
    expect(tooExpensive).to.deep.equal([]);
  }

  const jsonHeaders = (authentication: Readonly<Record<string, string>>) => ({
    ...authentication,
    'Content-Type': 'application/json',
    'Idempotency-Key': randomUUID(),
  });

  for (const file of ['openapi.json', 'openapi-operator.json'] as const) {
    for (const { operationId, method, path, schema, example } of documentedBodies(file).filter((_, index) =>
      isTried(index),
    )) {
      it(`of ${operationId} costs little`, async () => {
        const { sandbox_api_key, operator_token } = service.credentials;
        const headers = jsonHeaders(
          file === 'openapi.json'
            ? { 'Api-Key': sandbox_api_key }
            : { Authorization: `Bearer ${operator_token}` },
        );
        const bodies = expensiveBodies(openapiDocument(file), schema, example, BODY_BYTES);
        await expectCheap(() => ({ method, path: pathOf(path), headers }), bodies);
      });
    }
  }

  for (const name of ['deposit_arrived', 'payment_declined', 'payout_settled'] as const) {
    it(`of the callback ${name} costs little`, async () => {
      const schema = railSchemas.$defs[name];
      const example = { type: name.replace('_', '.'), reference: 'x', rail_reference: 'x', amount: '1.00' };
      const signed = (body: string): Sent => {
        const t = Math.floor(Date.now() / 1_000);
        const mac = createHmac('sha256', secret).update(`${t}.callbacks.${body}`).digest('hex');
        return {
          method: 'POST',
          path: '/rails/sandbox/bank_eft/callbacks',
          headers: { 'Content-Type': 'application/json', 'Svc-Rail-Signature': `t=${t},v1=${mac}` },
        };
      };
      await expectCheap(signed, expensiveBodies(railSchemas, schema, example, BODY_BYTES));
    });
  }
});
