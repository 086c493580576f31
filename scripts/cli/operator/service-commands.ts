/** Commands for the service itself: rails, webhooks, projections, snapshots, and metrics. */
import type { Command } from 'commander';
import type { StoreWork } from '../audit/audit-command.ts';
import { isJsonObject, listData, type JsonObject } from '../outcome.ts';
import {
  BOOK_FILTERS,
  ENVIRONMENT,
  LIST_FILTERS,
  REASON_FOR_THE_RECORD,
  rowsOutcome,
  runOperation,
  type CommandGroup,
  type DeclaredArgument,
  type DeclaredCommand,
  type DeclaredOption,
  type Rows,
} from './declared-command.ts';

const RAIL: DeclaredArgument = ['rail', '<rail>', 'code of the rail'];

const RAILS: CommandGroup = {
  examples: [
    'rails list',
    "rails down production bank_eft --reason 'Planned maintenance.'",
    'rails up production bank_eft',
  ],
  commands: {
    list: {
      about: 'list rails and their availability',
      operation: 'listRails',
      rows: {
        columns: ['environment', 'rail', 'provider', 'enabled', 'available'],
        emptyText: 'No rail has a provider.',
      },
    },
    up: {
      about: 'put a rail back into service',
      operation: 'setRailAvailability',
      arguments: [RAIL],
      options: [['reason', '--reason <text>', 'reason, recorded with the event']],
      fixed: { available: true },
    },
    down: {
      about: 'take a rail out of service; requests that need it are refused',
      operation: 'setRailAvailability',
      arguments: [RAIL],
      options: [['reason', '--reason <text>', 'reason, recorded with the event', { required: true }]],
      fixed: { available: false },
    },
  },
};

const DELIVERY: DeclaredArgument = ['webhook_delivery_id', '<delivery>', 'ID of the delivery'];

const DELIVERY_COLUMNS = [
  'event_id',
  'event_type',
  'state',
  'attempt',
  'response_status',
  'error',
  'attempted_at',
];

const DELIVERIES: DeclaredCommand = {
  about: 'list deliveries to one endpoint, or to all of them, newest first',
  operation: 'listAllWebhookDeliveries',
  uses: ['listWebhookDeliveries'],
  arguments: [['webhook_endpoint_id', '[endpoint]', 'ID of the webhook endpoint']],
  options: [
    ...LIST_FILTERS,
    ['state', '--state <state>', 'only deliveries in this state'],
    ['event_type', '--type <type>', 'only deliveries of events of this type'],
    ['event_id', '--event <id>', 'only deliveries of this event'],
  ],
  rows: {
    columns: [
      'id',
      'integrator_id',
      'environment',
      'webhook_delivery.webhook_endpoint_id',
      ...DELIVERY_COLUMNS.map((each) => `webhook_delivery.${each}`),
    ],
    emptyText: 'No deliveries match.',
  },
  run(call) {
    const {
      webhook_endpoint_id,
      limit: _,
      state: _state,
      event_type: _type,
      event_id: _event,
      ...others
    } = call.input;
    const needsIndex = Object.keys(others).length > 0 || call.command.getOptionValue('csv') === true;
    return runOperation(
      call,
      webhook_endpoint_id === undefined || needsIndex ? DELIVERIES : DELIVERIES_OF_ENDPOINT,
    );
  },
};

/** One endpoint has a list of its own, which needs no other filter. */
const DELIVERIES_OF_ENDPOINT: DeclaredCommand = {
  operation: 'listWebhookDeliveries',
  rows: {
    columns: ['id', ...DELIVERY_COLUMNS, 'next_attempt_at'],
    emptyText: 'There are no deliveries.',
  },
};

const WEBHOOKS: CommandGroup = {
  examples: [
    'webhooks list --integrator int_01… --environment production',
    'webhooks deliveries we_01… --state failed',
    'webhooks deliveries --state pending --integrator int_01… --csv > waiting.csv',
    'webhooks delivery whd_01…',
    'webhooks redeliver whd_01…',
    "webhooks rotate-key we_01… --overlap 3600 --reason 'The key was leaked.'",
  ],
  commands: {
    list: {
      about: 'list webhook endpoints of all integrators, newest first',
      operation: 'listOperatedWebhookEndpoints',
      options: BOOK_FILTERS,
      rows: {
        columns: [
          'id',
          'integrator_id',
          'environment',
          'webhook_endpoint.status',
          'webhook_endpoint.url',
          'webhook_endpoint.version',
        ],
        emptyText: 'There are no webhook endpoints.',
      },
    },
    'rotate-key': {
      about: 'rotate the key pair of an endpoint; both keys sign during the overlap',
      operation: 'rotateSigningKey',
      arguments: [['webhook_endpoint_id', '<endpoint>', 'ID of the webhook endpoint']],
      options: [
        [
          'overlap_seconds',
          '--overlap <seconds>',
          'seconds until the old key stops signing (default: one day)',
        ],
        ['reason', '--reason <text>', 'reason; stored with the event', { required: true }],
      ],
    },
    deliveries: DELIVERIES,
    delivery: {
      about: 'show a delivery with every attempt: what was sent, and what the endpoint responded',
      operation: 'getOperatedWebhookDelivery',
      arguments: [DELIVERY],
      output: (delivery) => ({
        json: delivery,
        view: { data: { ...delivery, request_body: eventIn(delivery) } },
      }),
    },
    redeliver: {
      about: 'deliver the event of a delivery again',
      operation: 'redeliverWebhook',
      arguments: [DELIVERY],
    },
  },
};

/** The event that was sent, for people: not as text. */
function eventIn({ request_body }: JsonObject): unknown {
  return typeof request_body === 'string' ? (JSON.parse(request_body) as unknown) : null;
}

const projectionArgument = (flags: string): DeclaredArgument => [
  'projection',
  flags,
  'name of the projection',
];

const PROJECTIONS: CommandGroup = {
  examples: [
    'projections list',
    'projections rebuild wallets --verify',
    "projections rebuild --all --reason 'Restored from a backup.'",
    'projections verify wallets',
    'projections drop-old',
    'projections prepare       (uses the stores and the master key of the service)',
  ],
  commands: {
    list: {
      about: 'list projections with their progress and rebuilds',
      operation: 'listProjections',
      rows: {
        columns: ['name', 'version', 'generation', 'state', 'position', 'lag', 'rebuild', 'stalled_at'],
        emptyText: 'No projector has reported its progress yet.',
        rowOf: projectionRow,
      },
    },
    rebuild: {
      about:
        'rebuild projections from the events while the current ones stay live; waits until they are done',
      operation: 'rebuildProjection',
      uses: ['listProjections', 'verifyProjection'],
      arguments: [projectionArgument('[name]')],
      options: [
        [null, '--all', 'rebuild every projection'],
        [null, '--verify', 'compare all new documents with the old ones afterwards'],
        [null, '--no-wait', 'return without waiting'],
        REASON_FOR_THE_RECORD,
      ],
      run: async (call) => (await import('./projections.ts')).rebuildProjections(call),
    },
    verify: {
      about: 'compare a projection with its previous generation; exit code 1 if they differ',
      operation: 'verifyProjection',
      uses: ['listProjections'],
      arguments: [projectionArgument('<name>')],
      options: [REASON_FOR_THE_RECORD],
      run: async (call) => (await import('./projections.ts')).compareProjection(call),
    },
    'drop-old': {
      about: 'remove old generations that are no longer read',
      operation: 'dropOldProjections',
      options: [REASON_FOR_THE_RECORD],
      rows: { columns: ['name', 'version', 'generation'], emptyText: 'There are no old generations.' },
    },
  },
  addOthers: (projections) =>
    addPrepare(
      projections,
      'build the read models that this release needs, before it replaces the running one',
      async () => (await import('./prepare-projections.ts')).prepareProjections,
    ),
};

/** Adds the command `prepare`, which needs the stores and the master key of the service, and not the service. */
function addPrepare(group: Command, description: string, load: () => Promise<StoreWork>): void {
  group
    .command('prepare')
    .description(description)
    .action(async (...given: unknown[]) => {
      const [{ auditAction }, work] = await Promise.all([import('../audit/audit-command.ts'), load()]);
      await auditAction(work)(...given);
    });
}

/** A table row with short texts for the rebuild and the fault of a projection. */
function projectionRow(status: JsonObject): JsonObject {
  const building = isJsonObject(status['building']) ? status['building'] : undefined;
  const fault = [status['fault'], building?.['fault']].find(isJsonObject);
  const { stream, revision, reason } = fault ?? {};
  return {
    ...status,
    rebuild: building === undefined ? '' : `${percentDone(building)} of ${buildOf(building)}`,
    stalled_at:
      fault === undefined
        ? ''
        : typeof stream === 'string'
          ? `${stream} ${String(revision)}`
          : String(reason),
  };
}

const percentDone = ({ progress }: JsonObject): string => `${(Number(progress) * 100).toFixed(0)} %`;
const buildOf = ({ version, generation }: JsonObject): string =>
  generation === 1 ? `v${String(version)}` : `v${String(version)} g${String(generation)}`;

const BOOKS: readonly DeclaredOption[] = [
  ['integrator_id', '--integrator <id>', 'only of this integrator'],
  ENVIRONMENT,
];

const SNAPSHOTS: CommandGroup = {
  examples: [
    'snapshots list',
    'snapshots drop --integrator int_01…',
    'snapshots rebuild --environment production',
    'snapshots prepare         (uses the stores and the master key of the service)',
  ],
  commands: {
    list: {
      about: 'list snapshots with their size and age',
      operation: 'listSnapshots',
      options: BOOKS,
      rows: {
        columns: ['integrator_id', 'environment', 'revision', 'bytes', 'age', 'taken_at', 'usable'],
        emptyText: 'There are no snapshots.',
        rowOf: (snapshot) => ({ ...snapshot, age: ageOf(snapshot['saved_at']) }),
      },
    },
    drop: {
      about: 'remove snapshots; the next load of these books takes longer',
      operation: 'dropSnapshots',
      options: [...BOOKS, REASON_FOR_THE_RECORD],
    },
    rebuild: {
      about: 'replay books from their first event and save new snapshots',
      operation: 'rebuildSnapshots',
      options: [...BOOKS, REASON_FOR_THE_RECORD],
    },
  },
  addOthers: (snapshots) =>
    addPrepare(
      snapshots,
      'save the snapshots that this release needs, before it replaces the running one',
      async () => (await import('./prepare-snapshots.ts')).prepareSnapshots,
    ),
};

/** The time since then, in the largest unit that is at least 1. */
function ageOf(time: unknown): string {
  if (typeof time !== 'string') return '';
  const seconds = Math.max(0, Math.round((Date.now() - Date.parse(time)) / 1_000));
  const units: readonly (readonly [number, string])[] = [
    [86_400, 'd'],
    [3_600, 'h'],
    [60, 'min'],
  ];
  const [size, unit] = units.find(([least]) => seconds >= least) ?? [1, 's'];
  return `${Math.floor(seconds / size)} ${unit}`;
}

const METRICS: CommandGroup = {
  examples: [
    'metrics --environment production',
    'metrics --by rail --from 2026-11-01T00:00:00Z --step 1d',
    'metrics --integrator int_01… --step 1h --json',
  ],
  commands: {
    '': {
      operation: 'listMetrics',
      options: [
        ENVIRONMENT,
        ['by', '--by <group>', 'a series for each', { choices: ['integrator', 'rail'] }],
        ['step', '--step <step>', 'length of a step'],
        ['from', '--from <time>', 'ISO 8601 time; by default a day before the end'],
        ['to', '--to <time>', 'ISO 8601 time; by default now'],
        ['integrator_id', '--integrator <id>', 'only of this integrator'],
        ['rail', '--rail <rail>', 'only transfers through this rail'],
      ],
      async run({ api, input }) {
        const found = await api.request('listMetrics', input);
        const group = { integrator: ['integrator_id'], rail: ['rail'] }[String(input['by'])] ?? [];
        const rows: Rows = {
          columns: [...group, ...METRIC_COLUMNS],
          emptyText: 'Nothing was counted in this time.',
        };
        return { ...rowsOutcome({ data: listData(found).flatMap(pointsOf) }, rows), json: found };
      },
    },
  },
};

const METRIC_COLUMNS = [
  'time',
  'created',
  'completed',
  'failed',
  'success',
  'volume',
  'payout median s',
  'webhooks',
  'accepted',
  'requests',
  'errors',
];

/** A row for each point of a series. */
function pointsOf(series: JsonObject): JsonObject[] {
  const { integrator_id = null, rail = null, points } = series;
  const each = Array.isArray(points) ? points.filter(isJsonObject) : [];
  return each.map((point) => {
    const part = (name: string): JsonObject => (isJsonObject(point[name]) ? point[name] : {});
    const [transfers, payouts, webhooks, requests] = ['transfers', 'payouts', 'webhooks', 'requests'].map(
      part,
    );
    const volume = Array.isArray(point['volume']) ? point['volume'].filter(isJsonObject) : [];
    return {
      integrator_id,
      rail,
      time: point['time'] ?? null,
      created: transfers?.['created'] ?? null,
      completed: transfers?.['completed'] ?? null,
      failed: transfers?.['failed'] ?? null,
      success: percent(transfers?.['success_rate']),
      volume: volume.map(({ amount, unit }) => `${String(amount)} ${String(unit)}`).join(', ') || null,
      'payout median s': payouts?.['median_seconds'] ?? null,
      webhooks: webhooks?.['attempts'] ?? null,
      accepted: percent(webhooks?.['success_rate']),
      requests: requests?.['count'] ?? null,
      errors: requests?.['failed'] ?? null,
    };
  });
}

const percent = (share: unknown): string | null =>
  typeof share === 'number' ? `${(share * 100).toFixed(1)}%` : null;

export const SERVICE_COMMANDS = {
  rails: RAILS,
  webhooks: WEBHOOKS,
  projections: PROJECTIONS,
  snapshots: SNAPSHOTS,
  metrics: METRICS,
};
