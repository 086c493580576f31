/** What the service asks of others: the part of the OpenAPI document about delivering events. */
import { contentWithExample } from './openapi-schemas.ts';
import type { Context } from './openapi-schemas.ts';
import type { Json, JsonObject } from './schemas.ts';

const description = `
Sent to every enabled endpoint that wants the event's type. The body is the event, the same bytes in every attempt and for
every endpoint. Check \`Svc-Signature\` before you read it.

The signature is Ed25519 over \`<t>.<body>\`: the number of \`Svc-Signature\`, a full stop, and the raw bytes of the body. Any one
\`v1\` that the endpoint's \`public_key_pem\` verifies will do; while a key is being exchanged there are two. Refuse a \`t\` that is
more than 5 minutes off.

Answer with any 2xx within 10 seconds. Everything else is a failure, and so are redirects, which are not followed. A failed
delivery is tried again after 5 s, 30 s, 2 min, 10 min, 30 min, 1 h, 2 h, 4 h, 8 h and 12 h, then every 12 h, each ±20 %, until 48
hours have passed. 410 disables the endpoint. An address that leads to a private, loopback, link-local or metadata network is
not connected to.

The same event may come more than once and out of order: tell repeats by its \`id\`, and skip a snapshot whose
\`object_version\` is older than one you have. Answer 2xx to types that you don't know.
`.trim();

const header = (name: string, text: string, schema: JsonObject, example: Json): JsonObject => ({
  name,
  in: 'header',
  required: true,
  description: text,
  schema,
  example,
});

const signature = {
  type: 'string',
  pattern: '^t=[0-9]+(,v1=[0-9a-f]{128}){1,2}$',
};

/** The `webhooks` of the document: one, as there is one way that events are delivered. */
export const webhooks = (context: Context): JsonObject => ({
  event: {
    post: {
      operationId: 'deliverEvent',
      tags: ['Webhook endpoints'],
      summary: 'An event for one of your endpoints',
      description,
      security: [],
      parameters: [
        header(
          'Svc-Signature',
          'Time of the attempt in seconds since 1970, and the signatures in lower-case hex.',
          signature,
          `t=1795253400,v1=${'5f'.repeat(64)}`,
        ),
        header(
          'Svc-Event-Id',
          'ID of the event, as in the body.',
          { type: 'string', pattern: '^evt_' },
          'evt_01kakz3v00000000000000000c',
        ),
        header(
          'Svc-Delivery-Attempt',
          'Counts from 1, and again from 1 when the event is delivered again on request.',
          { type: 'integer', minimum: 1 },
          1,
        ),
      ],
      requestBody: { required: true, content: contentWithExample(context, 'PublicEvent') },
      responses: {
        '2XX': { description: 'The event is delivered. What the answer holds does not matter.' },
        '410': { description: 'The endpoint is gone: it is disabled, and gets nothing more.' },
        default: { description: 'A failure: the event is sent again later.' },
      },
    },
  },
});
