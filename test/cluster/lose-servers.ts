/**
 * Kills, stops, and demotes servers and processes of the compose profile `cluster` under load, one after another. Ends with an
 * error if an acknowledged write is lost, one is executed twice, or a repeated one gets another answer. Needs Docker.
 *
 * BASE_URL=http://127.0.0.1:3000 API_KEY=svc_test_… node --import tsx test/cluster/lose-servers.ts
 */
import { execFileSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { expectBookInOrder } from '../crash/assert-book.ts';
import { createWorld, drive, forEach, inDoubt, newAttempt, send } from '../crash/load.ts';
import type { World } from '../crash/load.ts';
import { createClient } from '../support/client.ts';
import type { Client } from '../support/client.ts';
import { waitFor } from '../support/wait-for.ts';

const CLIENTS = 16;
/** Answers before something is lost, and after it, so that clients notice. */
const ENOUGH = 100;
/** An election, a new connection, and the checks of the proxy, on a busy machine. */
const RECOVERED_WITHIN_MS = 180_000;
/** Each client waits for this long after a request without an answer. */
const RETRY_MS = 250;
const MEMBERS = [1, 2, 3];

const compose = (...args: readonly string[]): string =>
  execFileSync('docker', ['compose', '--profile', 'cluster', ...args], { encoding: 'utf8' });

/** The service of the event store's node in this role. */
function eventStoreIn(role: 'Leader' | 'Follower'): string {
  for (const member of MEMBERS) {
    const url = 'https://127.0.0.1:2113/gossip';
    const curl = ['curl', '--silent', '--cacert', '/certificates/ca/ca.crt', url];
    try {
      // The server's own format.
      const { members } = JSON.parse(compose('exec', '-T', `eventstore-${member}`, ...curl)) as {
        members: readonly { state: string; isAlive: boolean; httpEndPointIp: string }[];
      };
      const found = members.find(({ state, isAlive }) => isAlive && state === role);
      if (found !== undefined) return found.httpEndPointIp;
    } catch {
      // Another member answers.
    }
  }
  throw new Error(`no node of EventStoreDB is a ${role}`);
}

/** The service of MongoDB's primary. */
function mongoPrimary(): string {
  for (const member of MEMBERS) {
    try {
      const hello = 'print(db.hello().primary)';
      const primary = compose(
        'exec',
        '-T',
        `mongodb-${member}`,
        'mongosh',
        '--quiet',
        '--eval',
        hello,
      ).trim();
      if (primary.startsWith('mongodb-')) return primary.split(':')[0] ?? '';
    } catch {
      // Another member answers.
    }
  }
  throw new Error('MongoDB has no primary');
}

/** The password is in the environment, and so in no list of processes. */
const STEP_DOWN =
  'mongosh --quiet --username root --password "$MONGODB_ROOT_PASSWORD" --authenticationDatabase admin --eval "rs.stepDown(30)"';

type Loss = { readonly name: string; readonly lose: () => string; readonly restore: (what: string) => void };

const kill = (what: string): string => {
  compose('kill', '--signal', 'SIGKILL', what);
  return what;
};
const start = (what: string): void => void compose('start', what);

const LOSSES: readonly Loss[] = [
  { name: 'the leader of EventStoreDB is killed', lose: () => kill(eventStoreIn('Leader')), restore: start },
  {
    name: 'a follower of EventStoreDB lags',
    lose() {
      const follower = eventStoreIn('Follower');
      compose('pause', follower);
      return follower;
    },
    restore: (follower) => void compose('unpause', follower),
  },
  {
    name: 'the primary of MongoDB steps down',
    lose() {
      const primary = mongoPrimary();
      compose('exec', '-T', '-e', 'MONGODB_ROOT_PASSWORD', primary, 'bash', '-c', STEP_DOWN);
      return primary;
    },
    restore: () => undefined,
  },
  { name: 'the primary of MongoDB is killed', lose: () => kill(mongoPrimary()), restore: start },
  { name: 'a process for requests is killed', lose: () => kill('ledger-api-1'), restore: start },
  { name: 'a process for projections and jobs is killed', lose: () => kill('ledger-work-1'), restore: start },
];

/** The proxy answers for a process that ended before it did, or limits requests. For a client, that is a lost connection. */
const behindProxy = (client: Client): Client => ({
  ...client,
  post: (...args) =>
    client.post(...args).catch((error: unknown) => {
      throw /<html/i.test(String(error)) ? new TypeError('no answer of the service') : error;
    }),
});

const untilReady = (): Promise<true> =>
  waitFor(
    'the service to be ready',
    // The proxy forwards only the public paths, so a process itself is asked.
    () => {
      try {
        const probe = "fetch('http://127.0.0.1:3000/readyz').then(({ ok }) => process.exit(ok ? 0 : 1))";
        for (const each of ['ledger-api-1', 'ledger-api-2']) compose('exec', '-T', each, 'node', '-e', probe);
        return true;
      } catch {
        return undefined;
      }
    },
    RECOVERED_WITHIN_MS,
  );

async function survive(client: Client, world: World, { name, lose, restore }: Loss): Promise<void> {
  process.stdout.write(`${name}: `);
  let answers = 0;
  let isOver = false;
  const load = drive(CLIENTS, async () => {
    if (await send(client, newAttempt(world))) answers += 1;
    else await delay(RETRY_MS);
    return !isOver;
  });
  const more = async (what: string): Promise<void> => {
    const enough = answers + ENOUGH;
    await waitFor(what, () => answers >= enough || undefined, RECOVERED_WITHIN_MS);
  };
  await more('answers');
  const what = lose();
  const lostAt = performance.now();
  await more('answers after the loss');
  const seconds = (performance.now() - lostAt) / 1_000;
  isOver = true;
  await load;
  restore(what);
  await untilReady();
  const doubts = inDoubt(world);
  await forEach(doubts, async (attempt) => {
    await waitFor('an answer', async () => (await send(client, attempt)) || undefined, RECOVERED_WITHIN_MS);
  });
  process.stdout.write(
    `${what}; ${ENOUGH} answers in ${seconds.toFixed(1)} s, ${doubts.length} requests repeated\n`,
  );
}

const { BASE_URL = 'http://127.0.0.1:3000', API_KEY = '' } = process.env;
const client = behindProxy(createClient(BASE_URL, API_KEY));
await untilReady();
const world = await createWorld(client);
for (const loss of LOSSES) await survive(client, world, loss);
await forEach(world.attempts, async (attempt) => {
  await waitFor('the same answer', async () => (await send(client, attempt)) || undefined);
});
await expectBookInOrder(client, world);
process.stdout.write(
  `${world.attempts.length} requests were answered, and none was lost or executed twice.\n`,
);
