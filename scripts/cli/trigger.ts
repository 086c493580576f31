/** `trigger`: makes an event happen in the sandbox, and shows it. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { Argument, type Command } from 'commander';
import type { Client } from '../../packages/client/src/client.ts';
import { LedgerError } from '../../packages/client/src/errors.ts';
import type {
  PublicEventType,
  Transfer,
  TransferState,
  User,
  Wallet,
} from '../../packages/client/src/generated/types.ts';
import type { GlobalOptions } from './access.ts';
import { createApiClient } from './api-client.ts';
import { CommandFailed, UsageError, isJsonObject, type JsonObject, type Outcome } from './outcome.ts';
import { printOutcome } from './output.ts';
import { commandFromArguments, withExamples } from './program.ts';

export const newUser = (ledger: Client): Promise<User> =>
  ledger.users.create({
    type: 'individual',
    external_reference: `trigger-${randomUUID()}`,
    first_name: 'Ana',
    last_name: 'Moreau',
  });

export async function approvedUser(ledger: Client): Promise<User> {
  const { id } = await newUser(ledger);
  return ledger.sandbox.setKyc(id, { kyc_status: 'approved' });
}

export async function newWallet(ledger: Client): Promise<Wallet> {
  const { id } = await approvedUser(ledger);
  return ledger.wallets.create(id, { asset: 'svc-points' });
}

const DOLLARS_BY_BANK = { currency: 'usd', rail: 'bank_eft' } as const;

export const newDepositAccount = (ledger: Client, wallet: Wallet) =>
  ledger.depositAccounts.create(wallet.user_id, {
    source: DOLLARS_BY_BANK,
    destination: { wallet_id: wallet.id },
  });

export async function deposit(
  ledger: Client,
  outcome: 'credited' | 'in_review' | 'returned',
  wallet?: Wallet,
): Promise<Transfer> {
  const account = await newDepositAccount(ledger, wallet ?? (await newWallet(ledger)));
  return ledger.sandbox.createDeposit({ deposit_account_id: account.id, amount: '50.00', outcome });
}

/** A test value of the sandbox: the rail refuses an on-ramp of this amount. */
export const REFUSED_AMOUNT = '404.04';

/** A one-off on-ramp that waits for its payment. */
export async function onramp(ledger: Client, amount = '25.00'): Promise<Transfer> {
  const wallet = await newWallet(ledger);
  return ledger.transfers.create({
    source: { type: 'fiat', ...DOLLARS_BY_BANK },
    destination: { type: 'wallet', wallet_id: wallet.id },
    amount,
  });
}

export async function canceledOnramp(ledger: Client): Promise<Transfer> {
  const { id } = await onramp(ledger);
  return withFeature('transfer_cancel', ledger.transfers.cancel(id));
}

/** Explains why a call fails that the service does only with a feature turned on. */
const withFeature = <Answer>(feature: string, call: Promise<Answer>): Promise<Answer> =>
  call.catch((error: unknown) => {
    if (!(error instanceof LedgerError && error.code === 'not_implemented')) throw error;
    throw new CommandFailed(`This event needs features.${feature}, which is off in this service.`);
  });

/** A transfer of points between two users. */
export async function transfer(ledger: Client): Promise<Transfer> {
  const [from, to] = [await newWallet(ledger), await newWallet(ledger)];
  await ledger.sandbox.createReward({ wallet_id: from.id, amount: '20.00' });
  return ledger.transfers.create({
    source: { type: 'wallet', wallet_id: from.id },
    destination: { type: 'wallet', wallet_id: to.id },
    amount: '12.50',
  });
}

/** An off-ramp of deposited points. */
export async function offramp(ledger: Client): Promise<Transfer> {
  const wallet = await newWallet(ledger);
  await deposit(ledger, 'credited', wallet);
  const account = await ledger.payoutAccounts.create(wallet.user_id, {
    type: 'bank',
    ...DOLLARS_BY_BANK,
    account_owner_name: 'Ana Moreau',
    country: 'US',
    bank: { bank_name: 'First Harbour Bank', account_number: '000123456789', routing_code: '021000021' },
  });
  return ledger.transfers.create({
    source: { type: 'wallet', wallet_id: wallet.id },
    destination: { type: 'payout_account', payout_account_id: account.id },
    amount: '1000.00',
  });
}

/** An off-ramp whose rail reports this outcome. */
export async function paidOut(
  ledger: Client,
  outcome: 'completed' | 'returned' | 'undeliverable',
): Promise<Transfer> {
  const { id } = await offramp(ledger);
  await ledger.waitForTransfer(id, { until: 'payout_submitted' });
  return ledger.sandbox.setPayoutOutcome(id, { outcome });
}

/** Returns the event that the test of a temporary endpoint on this machine received. */
async function testEndpoint(ledger: Client): Promise<JsonObject> {
  const received = await receiveAt(ledger, 204, async (id) => {
    await withFeature('webhook_endpoint_test', ledger.webhookEndpoints.test(id));
  });
  if (isJsonObject(received)) return received;
  throw new CommandFailed('The service could not reach this machine, so it cannot test an endpoint here.');
}

const DISABLED_WITHIN_MS = 20_000;
const POLL_MS = 200;

/** Returns a temporary endpoint on this machine that the service disabled, because it answered 410. */
async function disabledEndpoint(ledger: Client): Promise<{ readonly id: string }> {
  let endpointId = '';
  await receiveAt(ledger, 410, async (id) => {
    endpointId = id;
    await ledger.webhookEndpoints.update(id, { status: 'enabled', event_types: ['user.created'] });
    await newUser(ledger);
    const until = Date.now() + DISABLED_WITHIN_MS;
    while ((await ledger.webhookEndpoints.get(id)).status === 'enabled') {
      if (Date.now() > until)
        throw new CommandFailed('The service could not reach this machine, so it disabled no endpoint.');
      await delay(POLL_MS);
    }
  });
  return { id: endpointId };
}

/** Creates an endpoint on this machine for the time of `use`, and returns the last event that it received. */
async function receiveAt(
  ledger: Client,
  status: number,
  use: (endpointId: string) => Promise<void>,
): Promise<unknown> {
  let received: unknown;
  const server = createServer((req, res) => {
    void textOf(req).then((body) => {
      received = JSON.parse(body);
      res.writeHead(status).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    // A server that listens on a port has this kind of address.
    const { port } = server.address() as AddressInfo;
    const { id } = await ledger.webhookEndpoints.create({ url: `http://127.0.0.1:${port}/` });
    try {
      await use(id);
    } finally {
      await ledger.webhookEndpoints.delete(id);
    }
  } finally {
    server.close();
  }
  return received;
}

/** Returns the object that the event is about, or the event itself if it is not in the event log. */
export type Scenario = (
  ledger: Client,
) => Promise<{ readonly id: string; readonly event?: never } | { readonly event: JsonObject }>;

/** A missing type does not compile. Only operators unfreeze a wallet, and a repayment follows from a credit of any kind. */
const EVENT_SCENARIOS: Readonly<
  Record<Exclude<PublicEventType, 'wallet.unfrozen' | 'receivable.repaid'>, Scenario>
> = {
  'user.created': newUser,
  'user.kyc_status_changed': approvedUser,
  'user.terms_status_changed': approvedUser,
  async 'user.deactivated'(ledger) {
    const { id } = await newUser(ledger);
    return ledger.users.deactivate(id);
  },
  'transfer.created': (ledger) => onramp(ledger),
  'transfer.state_changed': transfer,
  'deposit.received': (ledger) => deposit(ledger, 'credited'),
  'deposit.returned': (ledger) => deposit(ledger, 'returned'),
  'payout.returned': (ledger) => paidOut(ledger, 'returned'),
  async 'payout.returned_late'(ledger) {
    const { id } = await paidOut(ledger, 'completed');
    return ledger.sandbox.createPayoutReturn(id, {});
  },
  async 'deposit.reversed'(ledger) {
    const { id } = await deposit(ledger, 'credited');
    return ledger.sandbox.createDepositReversal(id, {});
  },
  async 'deposit_account.deactivated'(ledger) {
    const { user_id, id } = await newDepositAccount(ledger, await newWallet(ledger));
    return ledger.depositAccounts.deactivate(user_id, id);
  },
  'wallet.created': newWallet,
  // Only an operator freezes a wallet, but a user who is deactivated loses theirs.
  async 'wallet.frozen'(ledger) {
    const wallet = await newWallet(ledger);
    await ledger.users.deactivate(wallet.user_id);
    return wallet;
  },
  async 'reward.granted'(ledger) {
    const { id: wallet_id } = await newWallet(ledger);
    return ledger.sandbox.createReward({ wallet_id, amount: '5.00' });
  },
  'webhook_endpoint.disabled': disabledEndpoint,
  'webhook_endpoint.test': async (ledger) => ({ event: await testEndpoint(ledger) }),
};

/** The states in which transfers are created. `transfer.state_changed` never reports them. */
type FirstState = 'pending' | 'awaiting_funds';

/** Transfers that reach a state, which `transfer.state_changed` reports: `transfer.completed`, for example. */
const STATE_SCENARIOS: Readonly<Record<Exclude<TransferState, FirstState>, Scenario>> = {
  funds_received: (ledger) => deposit(ledger, 'credited'),
  in_review: (ledger) => deposit(ledger, 'in_review'),
  payout_submitted: offramp,
  completed: transfer,
  failed: (ledger) => onramp(ledger, REFUSED_AMOUNT),
  canceled: canceledOnramp,
  returned: (ledger) => deposit(ledger, 'returned'),
  undeliverable: (ledger) => paidOut(ledger, 'undeliverable'),
  refunded: (ledger) => paidOut(ledger, 'returned'),
};

type Trigger = {
  readonly name: string;
  /** The type of the event. */
  readonly type: PublicEventType;
  /** The state of the transfer in the event. */
  readonly state: string | undefined;
  readonly scenario: Scenario;
};

const TRIGGERS: readonly Trigger[] = [
  // Its keys are all types.
  ...(Object.keys(EVENT_SCENARIOS) as (keyof typeof EVENT_SCENARIOS)[]).map((type) => ({
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
