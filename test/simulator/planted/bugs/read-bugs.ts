/** Bugs of projections, reads, and what follows from them: tasks and webhooks. */
import type { PlantedBug } from '../planted-bug.ts';

export const READ_BUGS: readonly PlantedBug[] = [
  {
    name: 'checkpoint before documents',
    effect: 'A projection stores its checkpoint before the documents of the page.',
    edits: [
      {
        file: 'src/read-models/projector/projection-group.ts',
        find: `await documents.write(writes, checkpointsOf(current, page), storedCheckpoints(current));`,
        replace: `await documents.write([], checkpointsOf(current, page), storedCheckpoints(current));
    await documents.write(writes, NO_CHECKPOINTS);`,
      },
    ],
  },
  {
    name: 'tenant mix-up',
    effect: 'A read returns the object of another integrator.',
    edits: [
      {
        file: 'src/api/operations/read.ts',
        find: `found?.scope === stream && hasTerms(found, terms) ? found : undefined;`,
        replace: `stream !== '' && found !== undefined && hasTerms(found, terms) ? found : undefined;`,
      },
    ],
  },
  {
    name: 'task never ends',
    effect: 'The task of a payout stays open after the payout was submitted.',
    edits: [
      {
        file: 'projections/tasks.ts',
        find: `const NOT_TO_SUBMIT: ReadonlySet<string> = new Set([
  'payout_submitted',`,
        replace: `const NOT_TO_SUBMIT: ReadonlySet<string> = new Set([`,
      },
    ],
  },
  {
    name: 'retry not scheduled',
    effect: 'A delivery that failed is recorded without a retry.',
    edits: [
      {
        file: 'src/webhooks/delivery-recorder.ts',
        find: `await write([...retries, ...failures]);`,
        replace: `await write(retries.length > 100 ? retries : failures);`,
      },
    ],
  },
  {
    name: 'list skips an object',
    effect: 'The first object of a page after a cursor is skipped.',
    edits: [
      {
        file: 'src/api/operations/page.ts',
        find: `shown: found.documents.slice(0, limit),`,
        replace: `shown: found.documents.slice(query.before === undefined ? 0 : 1, limit),`,
      },
    ],
  },
];
