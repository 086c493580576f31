/**
 * A shop whose customers hold points: it onboards them, credits their deposits, lets them send points to each other, and pays
 * out. The ledger keeps all money; the shop stores only whose user and wallet belong to a customer.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { LedgerError, createWebhookHandler, decimal } from '@svc-ledger/client';
import type { Client, DepositAccount, User, WebhookEndpoint } from '@svc-ledger/client';

/** In a real shop, a row of a table. */
type Customer = {
  readonly id: string;
  readonly userId: string;
  walletId?: string;
  depositAccount?: DepositAccount;
  readonly messages: string[];
};

export type Shop = { readonly url: string; close(): Promise<void> };

/** Listens on 127.0.0.1, and registers `/hooks` for the events of the ledger. */
export async function startShop(ledger: Client, port: number): Promise<Shop> {
  const customers = new Map<string, Customer>();
  const customerOf = (userId: string | undefined): Customer | undefined =>
    [...customers.values()].find((customer) => customer.userId === userId);
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  // The address of a TCP server has this type.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const endpoint = await findOrCreateEndpoint(ledger, `${url}/hooks`);

  /** Opens a wallet with bank details as soon as the customer may hold money. Events repeat, so a wallet may exist. */
  async function openWallet(user: User): Promise<void> {
    const customer = customerOf(user.id);
    if (customer === undefined || user.kyc_status !== 'approved' || user.terms_status !== 'approved') return;
    const wallet_id = (customer.walletId ??= await findOrCreateWallet(ledger, user.id));
    customer.depositAccount ??= await ledger.depositAccounts.create(
      user.id,
      { source: { currency: 'usd', rail: 'bank_eft' }, destination: { wallet_id } },
      { idempotencyKey: `deposits-${user.id}` },
    );
    customer.messages.push('Your wallet is ready.');
  }

  const webhooks = createWebhookHandler({
    publicKeys: endpoint.public_key_pem,
    seen: new Set<string>(),
    on: {
      'user.kyc_status_changed': ({ data }) => openWallet(data),
      'user.terms_status_changed': ({ data }) => openWallet(data),
      'transfer.state_changed': ({ data: { kind, state, source, destination, amount, receipt } }) => {
        const [sender, recipient] = [customerOf(source.user_id), customerOf(destination.user_id)];
        if (state === 'completed' && kind === 'onramp')
          recipient?.messages.push(`You deposited ${receipt?.amount_credited ?? amount} points.`);
        if (state === 'completed' && kind === 'user_to_user')
          recipient?.messages.push(`You received ${amount} points from ${sender?.id ?? 'a customer'}.`);
        if (state === 'completed' && kind === 'offramp')
          sender?.messages.push(`We paid ${receipt?.amount_paid_out ?? '?'} dollars to your bank.`);
        if (state === 'refunded') sender?.messages.push(`Your bank returned ${amount} points.`);
      },
    },
  });

  const findCustomer = (id: unknown): Customer & { readonly walletId: string } => {
    const customer = customers.get(String(id));
    if (customer === undefined) throw new ShopError(404, 'There is no such customer.');
    const { walletId } = customer;
    if (walletId === undefined) throw new ShopError(409, 'The customer has no wallet yet.');
    return Object.assign(customer, { walletId });
  };

  /** Each returns the status and the body of the response. */
  const routes: Readonly<Record<string, (id: string, body: Fields) => Promise<readonly [number, object]>>> = {
    /** Starts the onboarding. Send the customer to both links; in the sandbox, you choose the outcome there. */
    async 'POST /customers'(_, { id, first_name }) {
      const user = await ledger.users.create({
        ...{ type: 'individual', external_reference: text(id), first_name: text(first_name) },
      });
      const customer: Customer = { id: text(id), userId: user.id, messages: [] };
      customers.set(customer.id, customer);
      const { kyc, terms } = await ledger.users.createOnboardingLinks(user.id);
      return [201, { user_id: user.id, identity_url: kyc.url, terms_url: terms.url }];
    },

    async 'GET /customers/:id'(id) {
      const customer = findCustomer(id);
      const { available, cashable } = await ledger.wallets.getBalance(customer.userId, customer.walletId);
      // Read after the balance, so that a message is never here before what it is about.
      const { depositAccount, messages } = customer;
      const details = depositAccount?.deposit_instructions;
      // Points of rewards can be spent here but not paid out.
      const earned = decimal.subtract(available, cashable);
      return [200, { available, earned, deposit_account_id: depositAccount?.id, details, messages }];
    },

    async 'POST /customers/:id/gifts'(id, { order, to, amount }) {
      const transfer = await ledger.transfers.create(
        {
          source: { type: 'wallet', wallet_id: findCustomer(id).walletId },
          destination: { type: 'wallet', wallet_id: findCustomer(to).walletId },
          amount: text(amount),
          integrator_reference: text(order),
        },
        // A customer who clicks twice sends the points once.
        { idempotencyKey: `gift-${text(order)}` },
      );
      return [201, { transfer_id: transfer.id, state: transfer.state }];
    },

    async 'POST /customers/:id/payouts'(id, { order, amount, name, account_number, routing_code }) {
      const { userId, walletId } = findCustomer(id);
      const account = await ledger.payoutAccounts.create(
        userId,
        {
          ...{
            type: 'bank',
            currency: 'usd',
            country: 'US',
            rail: 'bank_eft',
            account_owner_name: text(name),
          },
          bank: {
            ...{ bank_name: 'Bank of the customer', account_number: text(account_number) },
            routing_code: text(routing_code),
          },
        },
        { idempotencyKey: `account-${text(order)}` },
      );
      const transfer = await ledger.transfers.create(
        {
          source: { type: 'wallet', wallet_id: walletId },
          destination: { type: 'payout_account', payout_account_id: account.id },
          amount: text(amount),
        },
        { idempotencyKey: `payout-${text(order)}` },
      );
      return [201, { transfer_id: transfer.id, state: transfer.state }];
    },
  };

  server.on('request', (request, response) => {
    const send = (status: number, body: object): void => {
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    };
    const fail = (error: unknown): void => {
      if (error instanceof ShopError) send(error.status, { message: error.message });
      else if (error instanceof LedgerError && error.status < 500)
        send(error.status, { code: error.code, message: error.message });
      else send(500, { message: 'Something went wrong.' });
    };
    const { method = '', url: path = '' } = request;
    // Reads the body as it was sent, because signatures cover it.
    if (path === '/hooks') return void webhooks.express(request, response, fail);
    const id = path.split('/')[2] ?? '';
    const route = routes[`${method} ${id === '' ? path : path.replace(`/${id}`, '/:id')}`];
    const run = async (): Promise<void> => {
      if (route === undefined) throw new ShopError(404, 'There is no such page.');
      // Each route checks the fields that it needs.
      send(...(await route(id, method === 'POST' ? ((await json(request)) as Fields) : {})));
    };
    run().catch(fail);
  });

  await ledger.webhookEndpoints.update(endpoint.id, { status: 'enabled' });
  return { url, close: () => new Promise((resolve) => server.close(() => resolve())) };
}

type Fields = { readonly [name: string]: unknown };

class ShopError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

function text(value: unknown): string {
  if (typeof value === 'string' && value !== '') return value;
  throw new ShopError(422, 'A field is missing or empty.');
}

async function findOrCreateEndpoint(ledger: Client, url: string): Promise<WebhookEndpoint> {
  for await (const endpoint of ledger.webhookEndpoints.list()) if (endpoint.url === url) return endpoint;
  return ledger.webhookEndpoints.create({ url });
}

async function findOrCreateWallet(ledger: Client, userId: string): Promise<string> {
  try {
    return (await ledger.wallets.create(userId, { asset: 'svc-points' })).id;
  } catch (error) {
    if (error instanceof LedgerError && error.code === 'wallet_exists') return error.existingId;
    throw error;
  }
}
