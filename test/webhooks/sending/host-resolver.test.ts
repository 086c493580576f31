import { expect } from 'chai';
import { HostNotFound, createHostResolver } from '../../../src/webhooks/webhook-sender.ts';

describe('The host resolver', () => {
  const resolve = createHostResolver(1_500);

  it('resolves localhost without a lookup', async () => {
    for (const name of ['localhost', 'LOCALHOST', 'a.localhost', 'localhost.'])
      expect(await resolve(name), name).to.deep.equal(['127.0.0.1', '::1']);
  });

  it('rejects a name without an address', async () => {
    // RFC 6761: no name server resolves this top-level domain.
    const error = await resolve('nobody.invalid').catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(HostNotFound);
  });
});
