import { expect } from 'chai';
import type { BookEvent } from '../../../src/ledger/event.ts';
import {
  WEBHOOK_ENDPOINTS_MAX,
  disableWebhookEndpoint,
  requestRedelivery,
} from '../../../src/ledger/webhook-endpoint.ts';
import { expectRule, given, idIn, type Ledger } from '../../support/ledger.ts';
import {
  change,
  disable,
  enable,
  endpoint,
  redeliver,
  remove,
  rotate,
  sendTest,
} from '../../support/webhook-commands.ts';

const register = (ledger: Ledger, more?: Parameters<typeof endpoint>[0]): string =>
  idIn(ledger.run(endpoint(more)), 'webhook_endpoint_id');
const shown = (ledger: Ledger, id: string) => ledger.book.webhookEndpoints.get(id)?.endpoint;
const keysOf = (ledger: Ledger, id: string) => ledger.book.webhookEndpoints.get(id)?.keys;
const PROBLEMS = [{ field: 'url', code: 'not_allowed', message: 'No.' }];

describe('A webhook endpoint', () => {
  describe('on creation', () => {
    it('is disabled at version 1, with its first signing key', () => {
      const ledger = given();
      const id = register(ledger, { event_types: ['user.created'], description: 'Mine' });
      expect(shown(ledger, id)).to.deep.equal({
        id,
        url: 'https://shop.example/hooks',
        status: 'disabled',
        event_types: ['user.created'],
        description: 'Mine',
        public_key_pem: 'first PEM',
        version: 1,
        created_at: ledger.events[0]?.time,
      });
      expect(keysOf(ledger, id)).to.deep.equal([{ sealed: 'first sealed', expires_at: null }]);
    });

    it('is refused above the limit, until one is deleted', () => {
      const ledger = given();
      const [first = ''] = Array.from({ length: WEBHOOK_ENDPOINTS_MAX }, () => register(ledger));
      ledger.when(endpoint()).thenRefused('webhook_endpoint_limit_reached');
      ledger.when(endpoint({ problems: PROBLEMS })).thenRefused('webhook_endpoint_limit_reached');
      ledger.run(remove(first));
      ledger.when(endpoint()).then('webhook_endpoint.created');
    });

    it('is refused for an invalid URL', () => {
      given()
        .when(endpoint({ problems: PROBLEMS }))
        .thenRefused('validation_failed', 'url');
    });
  });

  describe('on update', () => {
    it('records the changed fields and increments its version', () => {
      const ledger = given();
      const id = register(ledger);
      const more = { url: 'https://other.example/', event_types: ['user.created'], description: 'Mine' };
      ledger.when(change(id, { ...more, status: 'disabled' })).then({
        type: 'webhook_endpoint.updated',
        data: { webhook_endpoint_id: id, ...more },
      });
      expect(shown(ledger, id)).to.include({ version: 2, status: 'disabled', description: 'Mine' });
      ledger.when(change(id, { description: null })).then('webhook_endpoint.updated');
      expect(shown(ledger, id)).to.include({ version: 3, description: null, url: more.url });
    });

    it('records nothing if nothing changes', () => {
      const ledger = given();
      const id = register(ledger, { event_types: ['user.created'] });
      ledger.when(change(id, {})).then();
      const { url = '' } = shown(ledger, id) ?? {};
      ledger
        .when(change(id, { url, event_types: ['user.created'], description: null, status: 'disabled' }))
        .then();
      ledger.run(enable(id));
      ledger.when(enable(id)).then();
      expect(shown(ledger, id)?.version).to.equal(2);
    });

    it('is refused if it does not exist or the new URL is invalid', () => {
      const ledger = given();
      ledger.when(change('we_none', { problems: PROBLEMS })).thenRefused('not_found');
      const id = register(ledger);
      ledger.when(change(id, { url: 'x', problems: PROBLEMS })).thenRefused('validation_failed', 'url');
    });

    it('is removed on deletion', () => {
      const ledger = given();
      const id = register(ledger);
      ledger.when(remove(id)).then('webhook_endpoint.deleted');
      for (const decide of [change(id, {}), remove(id), rotate(id), sendTest(id)])
        ledger.when(decide).thenRefused('not_found');
    });
  });

  it('is disabled by the service only at the version that answered', () => {
    const ledger = given();
    const id = register(ledger);
    ledger.run(enable(id));
    const after = (version: number) =>
      ledger.when((book) =>
        disableWebhookEndpoint(book, { webhook_endpoint_id: id, version, cause: 'gone' }),
      );
    after(1).then();
    after(3).then();
    after(2).then({
      type: 'webhook_endpoint.disabled',
      data: { webhook_endpoint_id: id, cause: 'gone' },
    });
    after(3).then();
    ledger.run(remove(id));
    after(3).then();
  });

  it('keeps the previous key during the overlap, and no older keys', () => {
    const ledger = given();
    const id = register(ledger);
    ledger.when(rotate(id, 'second', 60)).then('webhook_endpoint.key_rotated');
    const until = new Date(Date.parse(ledger.events.at(-1)?.time ?? '') + 60_000).toISOString();
    expect(shown(ledger, id)).to.include({ version: 2, public_key_pem: 'second PEM' });
    expect(keysOf(ledger, id)).to.deep.equal([
      { sealed: 'second sealed', expires_at: null },
      { sealed: 'first sealed', expires_at: until },
    ]);
    ledger.run(rotate(id, 'third', 0));
    expect(keysOf(ledger, id)).to.deep.equal([
      { sealed: 'third sealed', expires_at: null },
      { sealed: 'second sealed', expires_at: ledger.events.at(-1)?.time },
    ]);
  });

  it('is not changed by a test event', () => {
    const ledger = given();
    const id = register(ledger);
    const before = shown(ledger, id);
    ledger.when(sendTest(id)).then('webhook_endpoint.tested');
    expect(shown(ledger, id)).to.deep.equal(before);
  });

  describe('on redelivery', () => {
    it('targets the named endpoint, or all enabled and subscribed ones', () => {
      const ledger = given();
      const [all, users] = [register(ledger), register(ledger, { event_types: ['user.created'] })];
      const [transfers, off] = [
        register(ledger, { event_types: ['transfer.created'] }),
        register(ledger, { event_types: ['user.created'] }),
      ];
      for (const id of [all, users, transfers]) ledger.run(enable(id));
      const requested = (...webhook_endpoint_ids: string[]) =>
        ({ type: 'event.redelivery_requested', data: { event_id: 'evt_1', webhook_endpoint_ids } }) as const;
      ledger.when(redeliver('evt_1', 'user.created')).then(requested(all, users));
      ledger.when(redeliver('evt_1', 'user.created', transfers)).then(requested(transfers));
      ledger.when(redeliver('evt_1', 'user.created', off)).thenRefused('webhook_endpoint_disabled');
      ledger.when(redeliver('evt_1', 'user.created', 'we_none')).thenRefused('not_found');
    });

    it('targets no endpoint if none subscribes to the type', () => {
      const ledger = given();
      ledger.when(redeliver('evt_1', 'user.created')).then();
      ledger.run(enable(register(ledger, { event_types: ['transfer.created'] })));
      ledger.when(redeliver('evt_1', 'user.created')).then();
    });
  });

  it('rejects events that cannot follow', () => {
    const about = { webhook_endpoint_id: 'we_none' };
    const record = (event: BookEvent) => () => given().record(event);
    expectRule(record({ type: 'webhook_endpoint.deleted', data: about }), 'object_missing');
    expectRule(record({ type: 'webhook_endpoint.updated', data: about }), 'object_missing');
    const redelivery = { event_id: 'evt_1', webhook_endpoint_ids: ['we_none'] };
    expectRule(record({ type: 'event.redelivery_requested', data: redelivery }), 'endpoint_not_enabled');
    const ledger = given();
    const id = register(ledger);
    const data = { event_id: 'evt_1', webhook_endpoint_ids: [id] };
    expectRule(() => ledger.record({ type: 'event.redelivery_requested', data }), 'endpoint_not_enabled');
    ledger.run(enable(id));
    ledger.record({ type: 'event.redelivery_requested', data });
    ledger.run(disable(id));
    expect(requestRedelivery(ledger.book, { event_id: 'evt_1', type: 'user.created' })).to.deep.equal({
      events: [],
    });
  });
});
