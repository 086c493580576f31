/** Stores that are restored to an earlier time, or emptied, while two services use them. */
import { restorableMemoryDocuments } from '../support/restorable-stores.ts';
import { backInTimeSuite } from '../support/back-in-time-suite.ts';

backInTimeSuite('in memory', () => Promise.resolve(restorableMemoryDocuments()));
