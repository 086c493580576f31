import { expect } from 'chai';
import { createMemoryEventStore } from '../../src/event-store/memory.ts';
import { newIntegrator, newKey, newOperatorToken } from '../../src/platform/credentials.ts';
import { loadPlatform } from '../../src/platform/platform.ts';
import { EVENT_MACS } from '../support/event-macs.ts';

describe('The platform', () => {
  async function twoProcesses() {
    const eventStore = createMemoryEventStore();
    const [here, there] = [
      await loadPlatform(eventStore, EVENT_MACS),
      await loadPlatform(eventStore, EVENT_MACS),
    ];
    const integrator = newIntegrator('Acme');
    const key = newKey(integrator.id, 'sandbox', 'read', null);
    const token = newOperatorToken('Ada', 'admin');
    await here.record(() => [integrator.event, key.event, token.event], 'operator:test');
    return { eventStore, here, there, integrator, key, token };
  }

  it('is the same in every process once it refreshes, and after a restart', async () => {
    const { eventStore, here, there, integrator, key } = await twoProcesses();
    expect(there.findKey(key.key.hash)).to.equal(undefined);
    await there.refresh();
    for (const platform of [here, there, await loadPlatform(eventStore, EVENT_MACS)]) {
      expect(platform.integrators.get(integrator.id)?.name).to.equal('Acme');
      expect(platform.findKey(key.key.hash)).to.deep.include({ id: `key_${key.key.id}`, revoked: false });
      expect([...platform.keys.values()]).to.deep.equal([platform.findKey(key.key.hash)]);
    }
  });

  it('shows a revoked key at once in the same process, and elsewhere after a refresh', async () => {
    const { here, there, key } = await twoProcesses();
    await there.refresh();
    await here.record(
      () => [{ type: 'key.revoked', data: { key_id: `key_${key.key.id}` } }],
      'operator:test',
    );
    expect(here.findKey(key.key.hash)?.revoked).to.equal(true);
    expect(there.findKey(key.key.hash)?.revoked).to.equal(false);
    await there.refresh();
    expect(there.findKey(key.key.hash)?.revoked).to.equal(true);
  });

  it('changes the expiry of a rotated key', async () => {
    const { here, key } = await twoProcesses();
    const expires_at = '2026-11-22T09:30:00.000Z';
    const data = { key_id: `key_${key.key.id}`, expires_at };
    await here.record(() => [{ type: 'key.expiry_set', data }], 'operator:test');
    expect(here.findKey(key.key.hash)?.expires_at).to.equal(expires_at);
  });

  it('does not find a revoked token, but lists it', async () => {
    const { here, token } = await twoProcesses();
    const [listed] = here.tokens.values();
    const hash = token.event.type === 'operator_token.issued' ? token.event.data.secret_hash : '';
    expect(here.findToken(hash)?.id).to.equal(token.id);
    const data = { token_id: token.id };
    await here.record(() => [{ type: 'operator_token.revoked', data }], 'operator:test');
    expect(here.findToken(hash)).to.equal(undefined);
    expect(listed?.revoked_at).to.equal(null);
    expect(here.tokens.get(token.id)?.revoked_at).to.match(/Z$/);
  });

  it('shows earlier writes after a refresh', async () => {
    const { eventStore, here } = await twoProcesses();
    const slowStore: typeof eventStore = {
      ...eventStore,
      async read(...args) {
        const page = await eventStore.read(...args);
        await new Promise((resolve) => setImmediate(resolve));
        return page;
      },
    };
    const slow = await loadPlatform(slowStore, EVENT_MACS);
    for (let i = 0; i < 20; i++) {
      const [underWay, { id, event }] = [slow.refresh(), newIntegrator(`I ${i}`)];
      await here.record(() => [event], 'operator:test');
      await Promise.all([underWay, slow.refresh()]);
      expect(slow.integrators.has(id)).to.equal(true);
    }
  });
});
