/** The `webhooks` section of the OpenAPI document: requests that the service sends. */
import { jsonContent, schemaReference } from './openapi-schemas.ts';
import type { Context } from './openapi-schemas.ts';
import { apiDefinition } from './schemas.ts';
import type { Json, JsonObject } from './schemas.ts';

const description = `
Sent to every enabled endpoint that subscribes to the event type. The body is the event, with identical bytes in every attempt
and for every endpoint. Verify \`Svc-Signature\` before you read the body.

The signature is Ed25519 over \`<t>.<body>\`: the number \`t\` of \`Svc-Signature\`, a period, and the raw bytes of the body.
Accept the request if the endpoint's \`public_key_pem\` verifies any \`v1\` value; there are two during a key rotation. Reject a
\`t\` that differs from your clock by more than 5 minutes.

Respond with any 2xx status within 10 seconds. Every other response is a failure, including redirects, which are not followed.
A failed delivery is retried after 5 s, 30 s, 2 min, 10 min, 30 min, 1 h, 2 h, 4 h, 8 h, and 12 h, then every 12 h, each
±20 %, until 48 hours have passed. 410 disables the endpoint. Private, loopback, link-local, and metadata addresses are never
contacted.

Events may arrive more than once and out of order: detect duplicates by \`id\`, and ignore a snapshot whose
\`object_version\` is older than the one you have. Respond with 2xx to unknown event types.
`.trim();

const header = (name: string, text: string, schema: JsonObject, example: Json): JsonObject => ({
  name,
  in: 'header',
  required: true,
  description: text,
  schema,
  example,
});

const EVENT_ID = 'evt_01kakz3v00000000000000000c';
const STANDARD = 'Addition to the contract, as Standard Webhooks describes it.';

const signature = {
  type: 'string',
  pattern: '^t=[0-9]+(,v1=[0-9a-f]{128}){1,2}$',
};

/** An example of each event type, by type. */
const eventExamples = ({ schemas }: Context): JsonObject => {
  const { schema } = apiDefinition(schemas, 'PublicEvent');
  const examples = schema['examples'] as readonly { readonly type: string }[];
  return Object.fromEntries(examples.map((value) => [value.type, { summary: value.type, value }]));
};

/** The `webhooks` section. All event types share one entry. */
export const webhooks = (context: Context): JsonObject => ({
  event: {
    post: {
      operationId: 'deliverEvent',
      tags: ['Webhook endpoints'],
      summary: 'Deliver an event to your endpoint',
      description,
      security: [],
      parameters: [
        header(
          'Svc-Signature',
          'Time of the attempt in seconds since 1970, and the signatures in lowercase hex.',
          signature,
          `t=1795253400,v1=${'5f'.repeat(64)}`,
        ),
        header(
          'Svc-Event-Id',
          'ID of the event, as in the body.',
          { type: 'string', pattern: '^evt_' },
          EVENT_ID,
        ),
        header(
          'Svc-Delivery-Attempt',
          'Number of the attempt, starting at 1; redeliveries start at 1 again.',
          { type: 'integer', minimum: 1 },
          1,
        ),
        header('webhook-id', `${STANDARD} ID of the event.`, { type: 'string', pattern: '^evt_' }, EVENT_ID),
        header(
          'webhook-timestamp',
          `${STANDARD} Time of the attempt in seconds since 1970.`,
          { type: 'integer', minimum: 1 },
          1795253400,
        ),
        header(
          'webhook-signature',
          `${STANDARD} Ed25519 signatures over the ID, the time, and the body, joined by periods, with the key of the endpoint, in Base64.`,
          { type: 'string', pattern: '^v1a,[A-Za-z0-9+/]{86}==( v1a,[A-Za-z0-9+/]{86}==)?$' },
          `v1a,${'X'.repeat(85)}w==`,
        ),
      ],
      requestBody: {
        required: true,
        content: jsonContent(schemaReference(context, 'PublicEvent'), { examples: eventExamples(context) }),
      },
      responses: {
        '2XX': {
          description: 'The event was received. The response body is ignored.',
        },
        '410': {
          description: 'The endpoint no longer exists: it is disabled and receives no more events.',
        },
        default: { description: 'The delivery failed and will be retried.' },
      },
    },
  },
});
