import { eventMetadataSuite } from '../support/event-metadata-suite.ts';
import { IN_A_FILE } from '../support/service-stores.ts';

eventMetadataSuite('in a file', () => IN_A_FILE);
