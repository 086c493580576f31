/**
 * A program that uses a generated client. It is compiled with the types that each generator of TypeScript makes from the document,
 * and takes the calls from an adapter for that generator.
 */

const TYPES = [
  'PayoutAccount',
  'PayoutAccountCreate',
  'PublicEventPage',
  'Quote',
  'QuoteCreate',
  'SandboxDeposit',
  'Transfer',
  'TransferCreate',
  'TransferPreview',
  'User',
  'UserCreate',
  'Wallet',
  'WalletCreate',
] as const;

const STEPS = `
const newUser = async (external_reference: string): Promise<User> => {
  const user = await ledger.createUser({ type: 'individual', external_reference, first_name: 'Ana' });
  return ledger.approve(user.id);
};
const between = (source: string, destination: string, amount: string): TransferCreate => ({
  source: { type: 'wallet', wallet_id: source },
  destination: { type: 'wallet', wallet_id: destination },
  amount,
});
const completed = async (body: TransferCreate): Promise<Transfer> => {
  const transfer = await ledger.createTransfer(body);
  if (!('id' in transfer)) throw new Error('The answer is a preview.');
  return transfer;
};

async function run(reference: string): Promise<void> {
  const ana = await newUser(reference + '-ana');
  const ben = await newUser(reference + '-ben');
  console.log('user', ana.kyc_status);
  const points = await ledger.createWallet(ana.id, { asset: 'svc-points' });
  const coin = await ledger.createWallet(ana.id, { asset: 'svc-coin', acknowledge_price_risk: true });
  const other = await ledger.createWallet(ben.id, { asset: 'svc-points' });

  const onramp: TransferCreate = {
    source: { type: 'fiat', currency: 'usd', rail: 'bank_eft' },
    destination: { type: 'wallet', wallet_id: points.id },
    amount: '50.00',
  };
  const preview = await ledger.createTransfer({ ...onramp, dry_run: true });
  if ('estimated' in preview) console.log('preview', preview.estimated.rate);
  const created = await completed(onramp);
  console.log('created', created.kind, created.state, created.deposit_instructions?.rail);
  const deposited = await ledger.createDeposit({ transfer_id: created.id, amount: '50.00' });
  console.log('transfer', deposited.kind, deposited.state, deposited.receipt?.amount_credited);

  const sent = await completed(between(points.id, other.id, '10.00'));
  console.log('transfer', sent.kind, sent.state);
  const quote = await ledger.createQuote({
    source_wallet_id: points.id,
    destination_wallet_id: coin.id,
    amount: '100.00',
  });
  const converted = await completed({ ...between(points.id, coin.id, '100.00'), quote_id: quote.id });
  console.log('transfer', converted.kind, converted.state);
  const account = await ledger.createPayoutAccount(ana.id, {
    type: 'bank',
    currency: 'usd',
    country: 'US',
    rail: 'bank_eft',
    account_owner_name: 'Ana Lovelace',
    bank: { bank_name: 'First Harbour Bank', account_number: '000123456789', routing_code: '021000021' },
  });
  const paid = await completed({
    source: { type: 'wallet', wallet_id: points.id },
    destination: { type: 'payout_account', payout_account_id: account.id },
    amount: '1000.00',
  });
  console.log('transfer', paid.kind, paid.amount);

  const events = await ledger.listEvents(sent.id);
  for (const event of [...events.data].reverse())
    if (event.type === 'transfer.created' || event.type === 'transfer.state_changed')
      // Only the object of these events has a state of a transfer.
      console.log('event', event.type, event.data.state satisfies Transfer['state']);
  const users = await ledger.listEvents(ana.id, 'user.created');
  for (const event of users.data)
    if (event.type === 'user.created') console.log('event', event.type, event.data.first_name?.toLowerCase());
  const missing = await ledger.getTransferStatus('trf_00000000000000000000000000');
  console.log('error', missing.status, missing.code);
}
void run(process.env.REFERENCE ?? '');
`;

/** Of each generator: its arguments for the command line, the module with its types, and the calls with its client. */
export type Generator = {
  readonly types: string;
  readonly adapter: string;
};

const KEYS = `
const apiKey = process.env.API_KEY ?? '';
const baseUrl = process.env.BASE_URL ?? '';
const key = (): string => crypto.randomUUID();
`;

export const OPENAPI_FETCH: Generator = {
  types: './types.js',
  adapter: `
import createClient from 'openapi-fetch';
import type { paths } from './types.js';
const client = createClient<paths>({ baseUrl, headers: { 'Api-Key': apiKey } });
const header = () => ({ 'Idempotency-Key': key() });
const given = async <T>(answer: Promise<{ data?: T }>): Promise<T> => {
  const { data } = await answer;
  if (data === undefined) throw new Error('The request failed.');
  return data;
};
const ledger = {
  createUser: (body: UserCreate): Promise<User> =>
    given(client.POST('/v1/users', { params: { header: header() }, body })),
  approve: (user_id: string): Promise<User> =>
    given(client.POST('/v1/sandbox/users/{user_id}/kyc', {
      params: { path: { user_id }, header: header() }, body: { kyc_status: 'approved' },
    })),
  createWallet: (user_id: string, body: WalletCreate): Promise<Wallet> =>
    given(client.POST('/v1/users/{user_id}/wallets', { params: { path: { user_id }, header: header() }, body })),
  createTransfer: (body: TransferCreate): Promise<Transfer | TransferPreview> =>
    given(client.POST('/v1/transfers', { params: { header: header() }, body })),
  createDeposit: (body: SandboxDeposit): Promise<Transfer> =>
    given(client.POST('/v1/sandbox/deposits', { params: { header: header() }, body })),
  createQuote: (body: QuoteCreate): Promise<Quote> =>
    given(client.POST('/v1/quotes', { params: { header: header() }, body })),
  createPayoutAccount: (user_id: string, body: PayoutAccountCreate): Promise<PayoutAccount> =>
    given(client.POST('/v1/users/{user_id}/payout_accounts', {
      params: { path: { user_id }, header: header() }, body,
    })),
  listEvents: (object_id: string, type?: string): Promise<PublicEventPage> =>
    given(client.GET('/v1/events', { params: { query: { object_id, ...(type === undefined ? {} : { type }) } } })),
  getTransferStatus: async (transfer_id: string) => {
    const { response, error } = await client.GET('/v1/transfers/{transfer_id}', { params: { path: { transfer_id } } });
    return { status: response.status, code: error?.error.code };
  },
};
`,
};

export const HEY_API: Generator = {
  types: './generated/index.js',
  adapter: `
import * as api from './generated/index.js';
import { client } from './generated/client.gen.js';
client.setConfig({ baseUrl, auth: () => apiKey });
const headers = () => ({ 'Idempotency-Key': key() });
const given = async <T>(answer: Promise<{ data?: T }>): Promise<T> => {
  const { data } = await answer;
  if (data === undefined) throw new Error('The request failed.');
  return data;
};
const ledger = {
  createUser: (body: UserCreate): Promise<User> => given(api.createUser({ headers: headers(), body })),
  approve: (user_id: string): Promise<User> =>
    given(api.setSandboxKyc({ path: { user_id }, headers: headers(), body: { kyc_status: 'approved' } })),
  createWallet: (user_id: string, body: WalletCreate): Promise<Wallet> =>
    given(api.createWallet({ path: { user_id }, headers: headers(), body })),
  createTransfer: (body: TransferCreate): Promise<Transfer | TransferPreview> =>
    given(api.createTransfer({ headers: headers(), body })),
  createDeposit: (body: SandboxDeposit): Promise<Transfer> =>
    given(api.createSandboxDeposit({ headers: headers(), body })),
  createQuote: (body: QuoteCreate): Promise<Quote> => given(api.createQuote({ headers: headers(), body })),
  createPayoutAccount: (user_id: string, body: PayoutAccountCreate): Promise<PayoutAccount> =>
    given(api.createPayoutAccount({ path: { user_id }, headers: headers(), body })),
  listEvents: (object_id: string, type?: string): Promise<PublicEventPage> =>
    given(api.listEvents({ query: { object_id, ...(type === undefined ? {} : { type }) } })),
  getTransferStatus: async (transfer_id: string) => {
    const { response, error } = await api.getTransfer({ path: { transfer_id } });
    return { status: response?.status, code: error?.error.code };
  },
};
`,
};

export const ORVAL: Generator = {
  types: './api.js',
  adapter: `
import * as api from './api.js';
const send = () => ({ headers: { 'Api-Key': apiKey, 'Idempotency-Key': key() } });
const given = async <T extends { data: unknown; status: number }, S extends number>(
  answer: Promise<T>,
  ...statuses: S[]
): Promise<Extract<T, { status: S }>['data']> => {
  const { data, status } = await answer;
  if (!(statuses as number[]).includes(status)) throw new Error('The request failed.');
  return data as Extract<T, { status: S }>['data'];
};
const ledger = {
  createUser: (body: UserCreate): Promise<User> => given(api.createUser(body, send()), 201),
  approve: (user: string): Promise<User> =>
    given(api.setSandboxKyc(user, { kyc_status: 'approved' }, send()), 200),
  createWallet: (user: string, body: WalletCreate): Promise<Wallet> =>
    given(api.createWallet(user, body, send()), 201),
  createTransfer: (body: TransferCreate): Promise<Transfer | TransferPreview> =>
    given(api.createTransfer(body, send()), 200, 201),
  createDeposit: (body: SandboxDeposit): Promise<Transfer> =>
    given(api.createSandboxDeposit(body, send()), 200, 201),
  createQuote: (body: QuoteCreate): Promise<Quote> => given(api.createQuote(body, send()), 201),
  createPayoutAccount: (user: string, body: PayoutAccountCreate): Promise<PayoutAccount> =>
    given(api.createPayoutAccount(user, body, send()), 201),
  listEvents: (object_id: string, type?: string): Promise<PublicEventPage> =>
    given(api.listEvents({ object_id, ...(type === undefined ? {} : { type }) }, send()), 200),
  getTransferStatus: async (transfer: string) => {
    const { status, data } = await api.getTransfer(transfer, send());
    return { status, code: 'error' in data ? data.error.code : undefined };
  },
};
`,
};

/** The text of the program for a generator. */
export const programFor = ({ types, adapter }: Generator): string =>
  `import type { ${TYPES.join(', ')} } from '${types}';\n${KEYS}${adapter}${STEPS}`;
