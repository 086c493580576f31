/** Bugs of projections, reads, and what follows from them: tasks and webhooks. */
import type { PlantedBug } from '../planted-bug.ts';

export const READ_BUGS: readonly PlantedBug[] = [
  {
    name: 'checkpoint before documents',
    // More seeds in the same time. What rebuilds the read models would hide it.
    cluster: {
      nodes: 1,
      storage: 'servers',
      chaos: { callFailsOneIn: 100, restoresEvents: false, restoresIdleDocuments: false },
    },
    effect: 'A projection stores its checkpoint before the documents of the page.',
    edits: [
      {
        file: 'src/read-models/projector/projection-group.ts',
        find: `await this.#documents.write(writes, checkpointsOf(current, page), storedCheckpoints(current));`,
        replace: `await this.#documents.write([], checkpointsOf(current, page), storedCheckpoints(current));
    await this.#documents.write(writes, NO_CHECKPOINTS);`,
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
        find: `await chain.append([...retries, ...failures]);`,
        replace: `await chain.append(retries.length > 100 ? retries : failures);`,
      },
    ],
  },
  {
    name: 'list skips an object',
    effect: 'The first object of a page after a cursor is skipped.',
    edits: [
      {
        file: 'src/api/operations/list.ts',
        find: `for (const document of part) {`,
        replace: `for (const document of query.before === undefined ? part : part.slice(1)) {`,
      },
    ],
  },
  {
    name: 'page projected twice',
    effect: 'A document that contains an event already gets it once more.',
    edits: [
      {
        file: 'src/read-models/projector/project-page.ts',
        find: `entry.loadedAt >= event.position`,
        replace: `entry.loadedAt > event.position`,
      },
    ],
  },
  {
    name: 'webhook missing for a state',
    effect: 'A payout that is returned causes no event payout.returned.',
    edits: [
      {
        file: 'projections/event-log.ts',
        find: `if (state === 'undeliverable') types.push('payout.returned');`,
        replace: ``,
      },
    ],
  },
  {
    name: 'own write not read',
    effect: 'A read does not wait for the documents of an acknowledged write.',
    edits: [
      {
        file: 'src/api/operations/wait.ts',
        find: `const head = await services.writers.head(stream);`,
        replace: `const head = (await services.writers.head(stream)) - 20n;`,
      },
    ],
  },
  {
    name: 'refusal not stored',
    effect: 'A refused request is decided again when it is repeated.',
    edits: [
      {
        file: 'src/api/operations/idempotency.ts',
        find: `return text === undefined ? undefined : parse(text);`,
        replace: `return text === undefined || name !== '' ? undefined : parse(text);`,
      },
    ],
  },
  {
    name: 'redelivery taken as done',
    effect: 'An event is not sent again, because it was sent before the request.',
    edits: [
      {
        file: 'src/webhooks/first-attempts.ts',
        find: `position <= (this.#startedAt.get(event_id) ?? -1n);`,
        replace: `position <= (this.#startedAt.get(event_id) ?? position);`,
      },
    ],
  },
  {
    name: 'cursor ahead of deliveries',
    effect: 'The cursor of an endpoint passes events that are not delivered yet.',
    edits: [
      {
        file: 'src/webhooks/first-attempts.ts',
        find: `      if (!isRecorded) return;`,
        replace: `      if (!isRecorded && first > id) return;`,
      },
    ],
  },
  {
    name: 'projection asks the clock',
    effect: 'A document contains the time of its projection, which a rebuild changes.',
    edits: [
      {
        file: 'projections/totals.ts',
        find: `const value = { ...bookBefore(before, event), rows, revision, as_of: time };`,
        replace: `const value = { ...bookBefore(before, event), rows, revision, as_of: new Date(Math.max(Date.parse(time), Date.now())).toISOString() };`,
      },
    ],
  },
  {
    name: 'forgotten user still shown',
    effect: 'Past events about a forgotten user keep the personal fields.',
    edits: [
      {
        file: 'projections/event-log.ts',
        find: `'user.forgotten': { ...user, amend: ({ data }) => erasePersonalFields(data.user_id) },`,
        replace: `'user.forgotten': { ...user, amend: ({ data }) => erasePersonalFields(\`\${data.user_id} \`) },`,
      },
    ],
  },
  {
    name: 'signature with another key',
    effect: 'Deliveries are signed with the key of the first endpoint.',
    edits: [
      {
        file: 'src/vault/webhook-signing-keys.ts',
        find: 'const name = `${context}\\n${sealed}`;',
        replace: `const name = context === sealed ? context : '';`,
      },
    ],
  },
  {
    name: 'copied pages not synced',
    cluster: { nodes: 1, storage: 'file' },
    effect: 'SQLite copies its log into the file without syncing the file before it begins a new log.',
    edits: [
      {
        file: 'src/sqlite/database.ts',
        find: `'PRAGMA synchronous=NORMAL'`,
        replace: `'PRAGMA synchronous=OFF'`,
      },
    ],
  },
  {
    name: 'older documents not noticed',
    cluster: { nodes: 2 },
    effect: 'A node does not notice that an older backup of the documents was restored.',
    edits: [
      {
        file: 'src/read-models/history/document-history.ts',
        find: `if (loss === undefined) {`,
        replace: `if (loss === undefined || loss !== '') {`,
      },
    ],
  },
  {
    name: 'replaced generation stays',
    cluster: { nodes: 3, chaos: { hasOlderReleases: true } },
    effect: 'Collections of older versions are never removed.',
    edits: [
      {
        file: 'src/read-models/projector/active-generations.ts',
        find: `if (now - since < this.#dropAfterMs || projection === undefined) return;`,
        replace: `if (now - since < Infinity || projection === undefined) return;`,
      },
    ],
  },
  {
    name: 'older events not noticed',
    cluster: { nodes: 2, chaos: { restoresEvents: true } },
    effect: 'A node does not notice that an older backup of the events was restored.',
    edits: [
      {
        file: 'src/service/history-watch.ts',
        find: `if (loss === undefined) {`,
        replace: `if (loss === undefined || loss.reason !== '') {`,
      },
    ],
  },
];
