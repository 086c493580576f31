/**
 * A shop whose customers hold points: it onboards them, credits their deposits, lets them send points to each other, and pays
 * out. The ledger keeps all money; the shop stores only whose user and wallet belong to a customer.
 */
import type { AddressInfo } from 'node:net';
import { LedgerError, createWebhookHandler, decimal } from '@svc-ledger/client';
import type { Client, DepositAccount, User, WebhookEndpoint } from '@svc-ledger/client';
import express from 'express';
import type { NextFunction, Request, Response } from 'express';

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
  const app = express();
  const server = await new Promise<ReturnType<typeof app.listen>>((resolve, reject) => {
    const listening = app.listen(port, '127.0.0.1', (error) => {
      if (error === undefined) resolve(listening);
      else reject(error);
    });
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
  // Before the parser below, because signatures cover the raw body.
  app.post('/hooks', webhooks.express);
  app.use(express.json());

  const findCustomer = (id: unknown): Customer & { readonly walletId: string } => {
    const customer = customers.get(String(id));
    if (customer === undefined) throw new ShopError(404, 'There is no such customer.');
    const { walletId } = customer;
    if (walletId === undefined) throw new ShopError(409, 'The customer has no wallet yet.');
    return { ...customer, walletId };
  };

  /** Starts the onboarding. Send the customer to both links; in the sandbox, you choose the outcome there. */
  app.post('/customers', async (request: Request<object, unknown, Fields>, response) => {
    const { id, first_name } = request.body;
    const user = await ledger.users.create({
      ...{ type: 'individual', external_reference: text(id), first_name: text(first_name) },
    });
    const customer: Customer = { id: text(id), userId: user.id, messages: [] };
    customers.set(customer.id, customer);
    const { kyc, terms } = await ledger.users.createOnboardingLinks(user.id);
    response.status(201).json({ user_id: user.id, identity_url: kyc.url, terms_url: terms.url });
  });

  app.get('/customers/:id', async (request, response) => {
    const { userId, walletId, depositAccount, messages } = findCustomer(request.params.id);
    const { available, cashable } = await ledger.wallets.getBalance(userId, walletId);
    const details = depositAccount?.deposit_instructions;
    // Points of rewards can be spent here but not paid out.
    const earned = decimal.subtract(available, cashable);
    response.json({ available, earned, deposit_account_id: depositAccount?.id, details, messages });
  });

  app.post('/customers/:id/gifts', async (request: Request<{ id: string }, unknown, Fields>, response) => {
    const { order, to, amount } = request.body;
    const transfer = await ledger.transfers.create(
      {
        source: { type: 'wallet', wallet_id: findCustomer(request.params.id).walletId },
        destination: { type: 'wallet', wallet_id: findCustomer(to).walletId },
        amount: text(amount),
        integrator_reference: text(order),
      },
      // A customer who clicks twice sends the points once.
      { idempotencyKey: `gift-${text(order)}` },
    );
    response.status(201).json({ transfer_id: transfer.id, state: transfer.state });
  });

  app.post('/customers/:id/payouts', async (request: Request<{ id: string }, unknown, Fields>, response) => {
    const { order, amount, name, account_number, routing_code } = request.body;
    const { userId, walletId } = findCustomer(request.params.id);
    const account = await ledger.payoutAccounts.create(
      userId,
      {
        ...{ type: 'bank', currency: 'usd', country: 'US', rail: 'bank_eft', account_owner_name: text(name) },
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
    response.status(201).json({ transfer_id: transfer.id, state: transfer.state });
  });

  app.use((error: unknown, _: Request, response: Response, next: NextFunction) => {
    if (error instanceof ShopError) response.status(error.status).json({ message: error.message });
    else if (error instanceof LedgerError && error.status < 500)
      response.status(error.status).json({ code: error.code, message: error.message });
    else next(error);
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
