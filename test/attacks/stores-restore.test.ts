/** The restore procedures of the operations guide. */
import { restorableMemoryDocuments } from '../support/restorable-stores.ts';
import { restoreSuite } from '../support/restore-suite.ts';

restoreSuite('in memory', () => Promise.resolve(restorableMemoryDocuments()));
