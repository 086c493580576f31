/** The health of webhook endpoints. It comes from delivery records, so events and the responses to writes do not show it. */
import { parseBody } from '../../../read-models/collection.ts';
import type { Document } from '../../../read-models/port.ts';
import { CURSORS_COLLECTION } from '../../../webhooks/records/delivery.ts';
import { presentHealth } from '../../../webhooks/records/endpoint-health.ts';
import { bookTime } from '../../reads/book-time.ts';
import type { Services } from '../../operations/services.ts';

/** The JSON of the endpoints in these documents, with `health` from the first attempt on. */
export async function withHealth(
  services: Services,
  endpoints: readonly Pick<Document, 'id' | 'scope' | 'body'>[],
): Promise<readonly string[]> {
  const ids = endpoints.map(({ id }) => id);
  const found = ids.length === 0 ? [] : await services.documents.getMany(CURSORS_COLLECTION, ids);
  const healthById = new Map(
    found.map((cursor) => [cursor.id, parseBody(CURSORS_COLLECTION, cursor).health]),
  );
  return Promise.all(
    endpoints.map(async ({ id, scope: stream, body }) => {
      const health = healthById.get(id);
      if (health === undefined) return body;
      const shown = presentHealth(health, await bookTime({ services, stream }));
      return `${body.slice(0, -1)},"health":${JSON.stringify(shown)}}`;
    }),
  );
}
