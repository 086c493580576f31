/** The same on MongoDB. */
import { backInTimeSuite } from '../support/back-in-time-suite.ts';
import { restoreSuite } from '../support/restore-suite.ts';
import { findMongoDb } from '../support/mongodb.ts';
import { restorableMongoDocuments } from '../support/restorable-stores.ts';
import { skip } from '../support/skip.ts';

describe('On MongoDB (at MONGODB_URL, or in Docker)', function () {
  this.timeout(300_000);
  let server: Awaited<ReturnType<typeof findMongoDb>>;
  before(async function () {
    server = await findMongoDb();
    if (server === undefined) skip(this, 'needs MongoDB: set MONGODB_URL or start Docker');
  });
  after(() => server?.stop());

  const open = () => restorableMongoDocuments(server?.url ?? '');
  backInTimeSuite('in MongoDB', open);
  restoreSuite('in MongoDB', open);
});
