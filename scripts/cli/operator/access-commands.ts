/** Commands for integrators, API keys, operator tokens, sessions, and the activity of operators. */
import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { logoTypeOf } from '../../../src/platform/books.ts';
import { UsageError, type JsonObject } from '../outcome.ts';
import {
  CSV,
  ENVIRONMENT,
  LIMIT,
  REASON_FOR_THE_RECORD,
  secretOutcome,
  type CommandGroup,
  type DeclaredCommand,
} from './declared-command.ts';

const BRAND_MEMBERS = ['display_name', 'color', 'logo', 'support_contact', 'privacy_url'];

const BRAND: DeclaredCommand = {
  about: 'show how hosted pages show an integrator, or change it',
  operation: 'changeIntegratorBrand',
  uses: ['getIntegratorBrand'],
  options: [
    ['display_name', '--display-name <name>', 'the name that users and payers know'],
    ['color', '--color <color>', 'color of buttons and links, such as #5b2a86'],
    ['logo', '--logo <file>', 'a PNG, JPEG, or WebP file of at most 48 KiB'],
    ['support_contact', '--support-contact <contact>', 'an email address or an https URL'],
    ['privacy_url', '--privacy-url <url>', 'the privacy notice'],
    [null, '--remove <member...>', 'members to remove', { choices: BRAND_MEMBERS }],
  ],
  async run({ api, input, command }) {
    const { remove = [] } = command.opts<{ remove?: readonly string[] }>();
    const { integrator_id, logo, ...members } = input;
    const change = {
      ...Object.fromEntries(remove.map((name) => [name, null])),
      ...members,
      ...(typeof logo === 'string' ? { logo: await readLogo(logo) } : {}),
    };
    const brand =
      Object.keys(change).length === 0
        ? await api.request('getIntegratorBrand', { integrator_id })
        : await api.request('changeIntegratorBrand', { integrator_id, ...change });
    const shown = { ...brand, logo: brand['logo'] === null ? null : 'an image' };
    return { json: brand, view: { fields: shown } };
  },
};

async function readLogo(file: string): Promise<JsonObject> {
  const media_type = logoTypeOf(file);
  if (media_type === undefined) throw new UsageError('The logo must be a PNG, JPEG, or WebP file.');
  const bytes = await readFile(file).catch(() => {
    throw new UsageError(`Cannot read the file ${file}.`);
  });
  return { media_type, data: bytes.toString('base64') };
}

const INTEGRATORS: CommandGroup = {
  examples: [
    'integrators list',
    "integrators create 'Acme Games'",
    "integrators brand int_01kakz3v00000000000000000x --display-name 'Acme Games' --logo acme.png",
    'integrators totals --environment production',
  ],
  commands: {
    list: {
      about: 'list integrators, newest first',
      operation: 'listIntegrators',
      options: [LIMIT],
      rows: { columns: ['id', 'name', 'created_at'], emptyText: 'There are no integrators yet.' },
    },
    create: {
      about: 'create an integrator with a sandbox and a production book, and print its ID',
      operation: 'createIntegrator',
      arguments: [['name', '<name>', 'display name']],
      output: (integrator) => ({
        json: integrator,
        view: { text: `Created integrator ${String(integrator['name'])}.` },
        stdout: String(integrator['id']),
      }),
    },
    totals: {
      about: 'list the trial balances of books, with the points in circulation',
      operation: 'listBookTotals',
      options: [['integrator_id', '--integrator <id>', 'only of this integrator'], ENVIRONMENT],
      rows: {
        columns: [
          'integrator_id',
          'environment',
          'points.in_circulation',
          'points.issued',
          'revision',
          'as_of',
        ],
        emptyText: 'No book has a posting yet.',
      },
    },
    brand: BRAND,
  },
};

const KEYS: CommandGroup = {
  examples: [
    'keys create int_01… --environment sandbox --permissions read_write --name backend',
    'keys list int_01…',
    'keys rotate key_4fT9aZ0b --overlap 3600',
    "keys revoke key_4fT9aZ0b --reason 'It was found in a public repository.'",
  ],
  commands: {
    list: {
      about: 'list the API keys of an integrator, without secrets',
      operation: 'listKeys',
      options: [LIMIT],
      rows: {
        columns: ['id', 'environment', 'permissions', 'status', 'name', 'expires_at', 'created_at'],
        emptyText: 'There are no API keys yet.',
      },
    },
    create: {
      about: 'create an API key and print its secret on standard output, once',
      operation: 'createKey',
      options: [
        ENVIRONMENT,
        ['permissions', '--permissions <permissions>', 'permissions of the key'],
        ['name', '--name <text>', 'name that describes its use'],
        ['expires_at', '--expires-at <time>', 'ISO 8601 time when the key expires (default: never)'],
      ],
      output: secretOutcome,
    },
    rotate: {
      about: 'replace a key; the old key stays valid during the overlap',
      operation: 'rotateKey',
      arguments: [['key_id', '<key>', 'ID of the old key']],
      options: [
        ['overlap_seconds', '--overlap <seconds>', 'seconds until the old key expires (default: one day)'],
        REASON_FOR_THE_RECORD,
      ],
      output: secretOutcome,
    },
    revoke: {
      about: 'revoke a key immediately',
      operation: 'revokeKey',
      options: [['reason', '--reason <text>', 'reason, recorded with the event', { required: true }]],
    },
  },
};

const TOKENS: CommandGroup = {
  examples: [
    'tokens create Rita --role reviewer --expires-at 2027-03-01T00:00:00Z',
    'tokens list',
    'tokens expire opt_01… --expires-at 2027-01-15T00:00:00Z',
    "tokens revoke opt_01… --reason 'Rita has left.'",
    'tokens first Ada          (uses EVENTSTORE_URL or DATA_DIR of the service)',
  ],
  commands: {
    list: {
      about: 'list operator tokens, without secrets',
      operation: 'listOperatorTokens',
      options: [LIMIT],
      rows: {
        columns: ['id', 'name', 'role', 'status', 'expires_at', 'created_at', 'revoked_at'],
        emptyText: 'There are no tokens yet.',
      },
    },
    create: {
      about: 'create a token and print its secret on standard output, once',
      operation: 'createOperatorToken',
      arguments: [['name', '<name>', 'name of the person or purpose']],
      options: [
        ['role', '--role <role>', 'role of the token'],
        ['expires_at', '--expires-at <time>', 'ISO 8601 time when the token expires (default: never)'],
      ],
      output: secretOutcome,
    },
    expire: {
      about: 'let a token expire, or expire earlier',
      operation: 'setOperatorTokenExpiry',
      options: [
        ['expires_at', '--expires-at <time>', 'ISO 8601 time, never later than before'],
        REASON_FOR_THE_RECORD,
      ],
    },
    revoke: {
      about: 'revoke a token immediately',
      operation: 'revokeOperatorToken',
      options: [['reason', '--reason <text>', 'reason, recorded with the event', { required: true }]],
    },
  },
  addOthers: (tokens) =>
    tokens
      .command('first')
      .description('create an admin token if there is none, directly in the event store')
      .argument('<name>', 'name of the admin')
      .option('--replace', 'revoke all active admin tokens first, if they are lost')
      .action(async (name: string, _options: unknown, command: Command) => {
        const { printFirstToken } = await import('./first-token.ts');
        await printFirstToken(name, command.optsWithGlobals());
      }),
};

const OPERATORS: CommandGroup = {
  examples: ['operators list', 'operators list --limit 100 --json'],
  commands: {
    list: {
      about: 'list people who have signed in at the provider, newest first',
      operation: 'listOperators',
      options: [LIMIT],
      rows: {
        columns: ['id', 'name', 'issuer', 'subject', 'created_at'],
        emptyText: 'Nobody has signed in at a provider yet.',
      },
    },
  },
};

const ACTIVITY: CommandGroup = {
  examples: [
    'activity list',
    'activity list --operation reviewTransfer --limit 100',
    'activity list --target wal_01… --json',
    'activity list --result denied --csv > denied.csv',
    'activity list --result denied --after 2026-11-01T00:00:00Z',
  ],
  commands: {
    list: {
      about: 'list actions of operators, newest first',
      operation: 'listActivity',
      options: [
        LIMIT,
        CSV,
        ['operator_id', '--operator <id>', 'ID of the operator or the operator token'],
        ['operation', '--operation <id>', 'operation, such as reviewTransfer or signIn'],
        ['target', '--target <id>', 'ID of the object that the action concerns'],
        ['result', '--result <result>', 'outcome'],
        ['channel', '--channel <channel>', 'how it was done'],
        ['created_after', '--after <time>', 'ISO 8601 time; only later actions'],
        ['created_before', '--before <time>', 'ISO 8601 time; only earlier actions'],
      ],
      rows: {
        columns: ['created_at', 'operator.name', 'operation', 'target', 'result', 'code', 'reason'],
        emptyText: 'Nothing was recorded.',
      },
    },
  },
};

const SESSIONS: CommandGroup = {
  examples: [
    'sessions list',
    'sessions list --operator opt_01…',
    'sessions revoke ses_01… --reason "The laptop was lost"',
  ],
  commands: {
    list: {
      about: 'list active sessions: your own, or all as an admin',
      operation: 'listSessions',
      options: [LIMIT, ['operator_id', '--operator <id>', 'ID of the operator or the operator token']],
      rows: {
        columns: ['id', 'operator.name', 'operator.role', 'method', 'address', 'last_used_at'],
        emptyText: 'Nobody is signed in.',
      },
    },
    revoke: {
      about: 'end a session with its next request',
      operation: 'revokeSession',
      options: [REASON_FOR_THE_RECORD],
    },
  },
};

export const ACCESS_COMMANDS = {
  integrators: INTEGRATORS,
  keys: KEYS,
  tokens: TOKENS,
  operators: OPERATORS,
  activity: ACTIVITY,
  sessions: SESSIONS,
};
