import { expect } from 'chai';
import { HostNotFound, createHostResolver } from '../../../src/webhooks/sending/host-resolver.ts';

describe('Looking names of receivers up', () => {
  const resolve = createHostResolver(1_500);

  it('asks nobody about localhost', async () => {
    for (const name of ['localhost', 'LOCALHOST', 'a.localhost', 'localhost.'])
      expect(await resolve(name), name).to.deep.equal(['127.0.0.1', '::1']);
  });

  it('says so where there is no address', async () => {
    // RFC 6761: no name server knows a name that ends like this.
    const error = await resolve('nobody.invalid').catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(HostNotFound);
  });
});
