/** Suites of services, on servers. */
import { expect } from 'chai';
import { eventMetadataSuite } from '../support/event-metadata-suite.ts';
import { failingBankSuite } from '../support/failing-bank-suite.ts';
import { findServers } from '../support/service-stores.ts';
import { skip } from '../support/skip.ts';

describe('On servers (at EVENTSTORE_URL and MONGODB_URL, or in Docker)', function () {
  this.timeout(180_000);
  let servers: Awaited<ReturnType<typeof findServers>>;
  before(async function () {
    servers = await findServers();
    if (servers === undefined)
      skip(this, 'needs EventStoreDB and MongoDB: set EVENTSTORE_URL and MONGODB_URL, or start Docker');
  });
  after(() => servers?.close());

  const stores = () => servers ?? expect.fail('there are no servers');
  eventMetadataSuite('on servers', stores);
  failingBankSuite('on servers', stores);
});
