/** Bugs of keys, sessions, and the stream of events. */
import type { PlantedBug } from '../planted-bug.ts';

export const ACCESS_BUGS: readonly PlantedBug[] = [
  {
    name: 'stream skips an event',
    effect: 'A stream skips the first of several events that happened while its client was away.',
    edits: [
      {
        file: 'src/api/resources/events.ts',
        find: `if (wanted.length > 0 || endedAt === checkpoint) return wanted;`,
        replace: `if (wanted.length > 0 || endedAt === checkpoint)
          return query.after === after && wanted.length > 1 ? wanted.slice(1) : wanted;`,
      },
    ],
  },
  {
    name: 'stream outlives its key',
    effect: 'A stream goes on after its key was revoked.',
    edits: [
      {
        file: 'src/api/api.ts',
        find: `isKeyValid: () => !isProblem(authenticate(keys, headers, clock())),`,
        replace: `isKeyValid: () => !isProblem(authenticate(keys, headers, clock())) || key !== '',`,
      },
    ],
  },
  {
    name: 'replaced key still works',
    effect: 'A key that was rotated without an overlap goes on.',
    edits: [
      {
        file: 'src/operator/resources/integrators.ts',
        find: `return issued(next, moment, ending);`,
        replace: `return issued(next, moment, overlap_seconds > 0 ? ending : []);`,
      },
    ],
  },
  {
    name: 'old signing key stays',
    effect: 'The old signing key of an endpoint signs after the overlap has ended.',
    edits: [
      {
        file: 'src/webhooks/webhook-sender.ts',
        find: `expires_at === null || Date.parse(expires_at) > at`,
        replace: `expires_at === null || Date.parse(expires_at) > 0 || at > 0`,
      },
    ],
  },
  {
    name: 'new signing key not used',
    effect: 'Until the overlap of a rotation ends, only the old key of an endpoint signs.',
    edits: [
      {
        file: 'src/webhooks/webhook-sender.ts',
        find: `Date.parse(expires_at) > at)`,
        replace: `Date.parse(expires_at) > at)
      .slice(-1)`,
      },
    ],
  },
  {
    name: 'session outlives its token',
    effect: 'A session of the console continues after its token was revoked.',
    edits: [
      {
        file: 'src/console/session/sessions.ts',
        find: `if (token === undefined || statusAt(clock(), token) !== 'active') return undefined;`,
        replace: `if (token === undefined) return undefined;`,
      },
    ],
  },
  {
    name: 'streams without a limit',
    effect: 'A key can have any number of streams at a node.',
    edits: [
      {
        file: 'src/api/api.ts',
        find: `open: () => (streams.hasRoom(limits) ?`,
        replace: `open: () => (limits.length > 0 ?`,
      },
    ],
  },
  {
    name: 'stream keeps its place',
    effect: 'A stream that has ended counts against the limit of its key.',
    edits: [
      {
        file: 'src/api/resources/events.ts',
        find: `sendEvents(call, streaming, start, output).finally(release);`,
        replace: `sendEvents(call, streaming, start, output).finally(() => void release);`,
      },
    ],
  },
  {
    name: 'stream of every object',
    effect: 'A stream of one object has the events of all.',
    edits: [
      {
        file: 'src/api/resources/events.ts',
        find: `const wanted = selectEvents(object_id, types ===`,
        replace: `const wanted = selectEvents(object_id === '' ? object_id : undefined, types ===`,
      },
    ],
  },
];
