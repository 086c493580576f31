/** `trigger`: makes an event happen in the sandbox, and shows it. */
import { setTimeout as delay } from 'node:timers/promises';
import { Argument } from 'commander';
import type { Command } from 'commander';
import type { GlobalOptions } from '../access.ts';
import { createApiClient } from '../api-client.ts';
import type { Client } from '../../../packages/client/src/client.ts';
import type { PublicEventType } from '../../../packages/client/src/generated/types.ts';
import { CommandFailed, UsageError } from '../outcome.ts';
import type { JsonObject, Outcome } from '../outcome.ts';
import { printOutcome } from '../output.ts';
import { commandFromArguments, withExamples } from '../program.ts';
import { EVENT_SCENARIOS, STATE_SCENARIOS } from './scenarios.ts';
import type { Scenario } from './scenarios.ts';

type Trigger = {
  readonly name: string;
  /** The type of the event. */
  readonly type: PublicEventType;
  /** The state of the transfer in the event. */
  readonly state: string | undefined;
  readonly scenario: Scenario;
};

export const TRIGGERS: readonly Trigger[] = [
  // Its keys are all types.
  ...(Object.keys(EVENT_SCENARIOS) as PublicEventType[]).map((type) => ({
    name: type,
    type,
    state: undefined,
    scenario: EVENT_SCENARIOS[type],
  })),
  ...Object.entries(STATE_SCENARIOS).map(([state, scenario]) => ({
    name: `transfer.${state}`,
    type: 'transfer.state_changed' as const,
    state,
    scenario,
  })),
];

export function fillTrigger(trigger: Command): void {
  trigger
    .addArgument(
      new Argument('[event]', 'event type, or a state of a transfer').choices(
        TRIGGERS.map(({ name }) => name),
      ),
    )
    .option('--list', 'list what can be triggered')
    .addHelpText(
      'after',
      `
Each event is caused by real calls with new users, so it is also delivered to webhook endpoints and to listen. The API key
must belong to the sandbox.`,
    );
  withExamples(trigger, [
    'trigger transfer.completed',
    'trigger user.created --json',
    'trigger --list',
  ]).action(async (...given: unknown[]) => {
    const command = commandFromArguments(given);
    const options = command.optsWithGlobals<GlobalOptions & { list?: true }>();
    const outcome = options.list === true ? listed() : await triggered(command.args[0], options);
    printOutcome(outcome, options.json === true);
  });
}

function listed(): Outcome {
  const data = TRIGGERS.map(({ name, type }) => ({ name, event_type: type }));
  return { json: { data }, view: { rows: data, columns: ['name', 'event_type'], emptyText: '' } };
}

async function triggered(name: string | undefined, options: GlobalOptions): Promise<Outcome> {
  const found = TRIGGERS.find((each) => each.name === name);
  if (found === undefined) throw new UsageError('Name an event type, or use --list.');
  const event = await createApiClient(options).explained(async (ledger) => {
    const caused = await found.scenario(ledger);
    return caused.event ?? (await findEvent(ledger, found, caused.id));
  });
  return { json: event, view: { data: event } };
}

const WAIT_MS_MAX = 20_000;
const POLL_INTERVAL_MS = 200;

/** Waits for the event: a payout is submitted a moment later. */
async function findEvent(
  ledger: Client,
  { name, type, state }: Trigger,
  object_id: string,
): Promise<JsonObject> {
  const deadline = performance.now() + WAIT_MS_MAX;
  for (;;) {
    for await (const event of ledger.events.list({ object_id, type }))
      if (state === undefined || ('state' in event.data && event.data.state === state)) return event;
    if (performance.now() > deadline) throw new CommandFailed(`The event ${name} has not happened.`);
    await delay(POLL_INTERVAL_MS);
  }
}
