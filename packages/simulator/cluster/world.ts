/** What exists before the first node starts: integrators with their keys, and the configuration. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readConfig, type Config } from '../../../src/config/config.ts';
import { createEventMacs } from '../../../src/event-store/event-macs.ts';
import type { EventStore } from '../../../src/event-store/port.ts';
import { allBooks, currentBooks, formerBooks } from '../../../src/platform/books.ts';
import { newIntegrator, newKey, newOperatorToken } from '../../../src/platform/credentials.ts';
import { loadPlatform } from '../../../src/platform/platform.ts';
import { writeConfigFile } from '../../../test/support/service.ts';
import type { KeyName, OperatorKey } from '../commands/command.ts';
import type { Storage } from '../options.ts';
import { WIRE_SECRET, WIRE_URL } from '../partner/connector.ts';

/** Low enough that users reach them. */
export const USER_LIMITS = {
  user_to_user: { per24h: '1200000.00', per30d: '1500000.00' },
  offramp: { per24h: '100000.00', per30d: '300000.00' },
} as const;

/** In points. Both sides of the first two occur often. */
export const DUAL_CONTROL = {
  transferApproval: '1000.00',
  reward: '60000.00',
  /** Some prices are below it. */
  trade: '999999999999999.00',
  /** Between what the books of single clients get and what shared ones get. */
  allocation: '1000000.00',
  settlement: '1000.00',
} as const;

const limitsOf = (window: 'per24h' | 'per30d') => ({
  user_to_user: USER_LIMITS.user_to_user[window],
  offramp: USER_LIMITS.offramp[window],
});

const WIRE = {
  type: 'bank',
  currencies: { usd: { country: 'US' } },
  providers: {
    sandbox: {
      ...{ type: 'http', url: WIRE_URL },
      signing: { scheme: 'hmac-sha256', secrets: ['env:WIRE_SECRET'] },
    },
  },
};

/** A rail that is removed from the configuration during a run. Its simulator never answers some payouts. */
const GIRO = {
  type: 'bank',
  currencies: { usd: { country: 'US' } },
  providers: { sandbox: { type: 'simulator' } },
};

const SETTINGS = {
  rails: { wire: WIRE, giro: GIRO },
  reviews: { four_eyes_at_least: DUAL_CONTROL.transferApproval },
  dual_control: {
    rewards_at_least: DUAL_CONTROL.reward,
    trades_at_least: DUAL_CONTROL.trade,
    allocations_at_least: DUAL_CONTROL.allocation,
    payout_settlements_at_least: DUAL_CONTROL.settlement,
    late_movements_at_least: DUAL_CONTROL.settlement,
    proposal_hours: 24,
  },
  user_limits: { per_24h: limitsOf('per24h'), per_30d: limitsOf('per30d') },
  features: { webhook_endpoint_test: true },
  rate_limit: { requests_per_second: 100_000, burst: 100_000 },
  webhooks: {
    retry_delays_seconds: [1, 2, 5],
    origin_attempts_per_second: { accepting: 10_000, other: 10_000 },
  },
};

/** The URLs say that there are other nodes. The simulation replaces the servers. */
const SERVERS = { EVENTSTORE_URL: 'esdb://simulated', MONGODB_URL: 'mongodb://simulated' };

/** `later`: after the deployment of a run. */
type ConfigName = 'first' | 'later';

const listFile = (name: ConfigName) => ({
  list_file: resolve(`packages/simulator/compliance/${name}-list.txt`),
});
const SETTINGS_OF: Readonly<Record<ConfigName, object>> = {
  first: { ...SETTINGS, sanctions: listFile('first') },
  later: { ...SETTINGS, sanctions: listFile('later'), rails: { wire: WIRE } },
};

/** A configuration without a folder; with a file, each start needs one. */
export function simulatedConfig(masterKey: Buffer, storage: Storage, name: ConfigName = 'first'): Config {
  const key = `${storage} ${name}`;
  const config = configs.get(key) ?? readSimulatedConfig(storage, SETTINGS_OF[name]);
  configs.set(key, config);
  return { ...config, masterKey };
}

/** Reading takes longer than running dozens of commands. */
const configs = new Map<string, Config>();

function readSimulatedConfig(storage: Storage, settings: object): Config {
  const folder = mkdtempSync(join(tmpdir(), 'ledger-simulation-'));
  try {
    const file = writeConfigFile(folder, settings);
    const config = readConfig({
      ...{ CONFIG_FILE: file, DATA_DIR: folder, MASTER_KEY: Buffer.alloc(32).toString('base64') },
      WIRE_SECRET: WIRE_SECRET.toString('base64'),
      ...(storage === 'servers' && SERVERS),
    });
    return { ...config, file: { ...config.file, hosted: { ...config.file.hosted, terms_file: null } } };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export type Keys = Readonly<Record<KeyName, string>>;

export type OperatorTokens = Pick<Keys, OperatorKey>;

export type Pair = {
  readonly keys: Keys;
  readonly integratorIds: readonly [one: string, two: string];
};

/** The names of integrators by ID. */
export const integratorNames = (pairs: readonly Pair[]): ReadonlyMap<string, string> =>
  new Map(
    pairs.flatMap(({ integratorIds: [one, two] }, index) => [
      [one, nameOf('One', index)],
      [two, nameOf('Two', index)],
    ]),
  );

const nameOf = (place: 'One' | 'Two', index: number): string => `${place} ${index}`;

/** The tokens of two operators, and the keys of so many pairs of integrators. Each pair is `sandbox` and `stranger`. */
export async function createIntegrators(
  eventStore: EventStore,
  masterKey: Buffer,
  pairs: number,
): Promise<{ readonly pairs: readonly Pair[]; readonly operators: OperatorTokens }> {
  const platform = await loadPlatform(eventStore, createEventMacs(masterKey));
  const tokens = [newOperatorToken('simulator', 'admin'), newOperatorToken('colleague', 'admin')] as const;
  await platform.record(() => tokens.map(({ event }) => event), 'operator:simulator');
  const [{ text: operator }, { text: secondOperator }] = tokens;
  const made: Pair[] = [];
  for (let index = 0; index < pairs; index += 1) {
    const [one, two] = [newIntegrator(nameOf('One', index)), newIntegrator(nameOf('Two', index))];
    const issued = {
      sandbox: newKey(one.id, 'sandbox', 'read_write', null),
      stranger: newKey(two.id, 'sandbox', 'read_write', null),
      readOnly: newKey(one.id, 'sandbox', 'read', null),
      production: newKey(one.id, 'production', 'read_write', null),
      revoked: newKey(one.id, 'sandbox', 'read_write', null),
    };
    const events = Object.values(issued).map(({ event }) => event);
    const revoked = { type: 'key.revoked', data: { key_id: issued.revoked.record.id } } as const;
    await platform.record(() => [one.event, two.event, ...events, revoked], 'operator:simulator');
    const keys = {
      sandbox: issued.sandbox.key.text,
      stranger: issued.stranger.key.text,
      readOnly: issued.readOnly.key.text,
      production: issued.production.key.text,
      revoked: issued.revoked.key.text,
      ...{ operator, secondOperator },
    };
    made.push({ keys, integratorIds: [one.id, two.id] });
  }
  return { pairs: made, operators: { operator, secondOperator } };
}

/** The sandbox books of pairs: the current ones, and all with those that resets have replaced. */
export async function booksOf(
  eventStore: EventStore,
  masterKey: Buffer,
  pairs: readonly Pair[],
): Promise<{ readonly current: readonly string[]; readonly all: readonly string[] }> {
  const platform = await loadPlatform(eventStore, createEventMacs(masterKey));
  const ids = pairs.flatMap(({ integratorIds }) => integratorIds);
  const current = [...currentBooks(platform, ids, ['sandbox']).keys()];
  return { current, all: [...current, ...ids.flatMap((id) => formerBooks(platform, id))] };
}

/** The books of both environments, also of integrators that the run has created. */
export async function everyBook(eventStore: EventStore, masterKey: Buffer): Promise<readonly string[]> {
  return allBooks(await loadPlatform(eventStore, createEventMacs(masterKey)));
}
