/** Fills a new service with realistic data through its own APIs: what operators see on an ordinary day. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { at, listed, text } from '../demo/client.ts';
import type { Json } from '../demo/client.ts';
import { APPLICANTS, PEOPLE, person } from './people.ts';
import type { Person } from './people.ts';

type Call = (method: 'GET' | 'PATCH' | 'POST', path: string, body?: Json) => Promise<Json>;

/** Calls one API of the service. Throws unless it succeeds. */
export const caller =
  (url: string, headers: Readonly<Record<string, string>>): Call =>
  async (method, path, body) => {
    const response = await fetch(url + path, {
      method,
      headers: {
        ...headers,
        ...(method !== 'GET' ? { 'Idempotency-Key': randomUUID() } : {}),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as Json;
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
    return answer;
  };

/** The APIs of the service, and the person who signs in. */
type Access = { readonly sandbox: Call; readonly operator: Call };

/** IDs of the objects whose pages are shown. */
export type World = Readonly<
  Record<
    | 'integrator'
    | 'key'
    | 'user'
    | 'applicant'
    | 'wallet'
    | 'coinWallet'
    | 'transfer'
    | 'held'
    | 'payout'
    | 'refunded'
    | 'deposit'
    | 'conversion'
    | 'payoutAccount'
    | 'depositAccount'
    | 'quote'
    | 'endpoint'
    | 'delivery'
    | 'proposal'
    | 'view'
    | 'token'
    | 'day'
    | 'break'
    | 'identityPage'
    | 'termsPage'
    | 'paymentPage',
    string
  >
>;

export const SETTINGS = [
  'reviews: { amount_at_least: { user_to_user: "4000.00", onramp: "90000.00", offramp: "6000.00" } }',
  'dual_control: { rewards_at_least: "5000.00" }',
  'webhooks: { allow_loopback: true }',
  '',
].join('\n');

type Member = { readonly user: string; readonly wallet: string; readonly account: string };

export async function fillWorld({ sandbox, operator }: Access, receiverUrl: string): Promise<World> {
  const integrator = text(listed(await operator('GET', '/operator/v1/integrators'))[0], 'id');
  const endpoint = await addEndpoints(sandbox, receiverUrl);
  const members: Member[] = [];
  for (const [i, each] of PEOPLE.entries()) members.push(await addMember(sandbox, each, i));
  const applicants: string[] = [];
  for (const [i, each] of APPLICANTS.entries()) applicants.push(await addApplicant(sandbox, each, i));
  const transfers = await sendAround(sandbox, members);
  const [ana, ben] = [memberAt(members, 0), memberAt(members, 1)];
  const paid = await payOut(sandbox, members);
  const coin = await tradeCoin({ sandbox, operator }, integrator, ana);
  const proposal = await operator('POST', `/operator/v1/wallets/${ben.wallet}/rewards`, {
    amount: '7500.00',
    description: 'Partner bonus for the third quarter',
  });
  await operator('POST', `/operator/v1/users/${ana.user}/notes`, {
    text: 'Called about the returned payout. Her bank has merged, new details follow by email.',
  });
  await operator('POST', `/operator/v1/transfers/${paid.refunded}/notes`, {
    text: 'The bank confirmed by phone: account closed in September.',
  });
  const key = await operator('POST', `/operator/v1/integrators/${integrator}/keys`, {
    ...{ environment: 'sandbox', permissions: 'read', name: 'Reporting' },
  });
  const token = await operator('POST', '/operator/v1/tokens', {
    ...{ name: 'Robin Meyer', role: 'reviewer' },
    expires_at: new Date(Date.now() + 10 * 24 * 60 * 60 * 1_000).toISOString(),
  });
  const page = '/console/transfers';
  const view = await operator('POST', '/operator/v1/saved_views', {
    ...{ page, name: 'Payouts above 1,000', query: 'kind=offramp&amount_min=1000', shared: true },
  });
  await operator('POST', '/operator/v1/saved_views', {
    ...{ page, name: 'Waiting for a review', query: 'state=in_review' },
  });
  await operator('POST', '/operator/v1/integrators', { name: 'Northwind Travel' });
  await operator('POST', '/operator/v1/integrators', { name: 'Lumen Games' });
  return {
    ...{ integrator, ...transfers, ...paid, ...coin, user: ana.user, wallet: ana.wallet },
    applicant: applicants[0] ?? '',
    ...{ key: text(key, 'id'), token: text(token, 'id'), proposal: text(proposal, 'id') },
    view: text(view, 'id'),
    endpoint,
    delivery: await aDelivery(sandbox, endpoint),
    ...(await reconcile(operator)),
    ...(await hostedPages({ sandbox, operator }, integrator, ben)),
  };
}

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Statements of the four days before today, each with a fee. */
async function quietDays(operator: Call, path: string): Promise<void> {
  for (const daysAgo of [4, 3, 2, 1]) {
    const day = new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10);
    const balance = (days: number): string => (12_500 + days * 1.5).toFixed(2);
    await operator('POST', `${path}/statements`, {
      ...{ rail: 'bank_eft', format: 'json' },
      statement: {
        ...{ currency: 'usd', opened_on: day, closed_on: day },
        ...{ opening_balance: balance(daysAgo), closing_balance: balance(daysAgo - 1) },
        lines: [{ booked_on: day, amount: '-1.50', bank_reference: `FEE-${day}` }],
      },
    });
  }
}

/** A statement with a fee, a payout that the bank returned, and a deposit without its reference. */
async function reconcile(operator: Call): Promise<Pick<World, 'day' | 'break'>> {
  const day = new Date().toISOString().slice(0, 10);
  const path = '/operator/v1/reconciliation/sandbox';
  await quietDays(operator, path);
  const line = (amount: string, bank_reference: string) => ({ booked_on: day, amount, bank_reference });
  await operator('POST', `${path}/statements`, {
    ...{ rail: 'bank_eft', format: 'json' },
    statement: {
      ...{ currency: 'usd', opened_on: day, closed_on: day },
      ...{ opening_balance: '12500.00', closing_balance: '12643.50' },
      lines: [
        ...[line('-6.50', 'FEE-1120'), line('-75.00', 'PAY-3381'), line('75.00', 'RET-3381')],
        line('150.00', 'IN-7751'),
      ],
    },
  });
  const [first, second] = listed(await operator('GET', `${path}/items?breaks=open&limit=100`));
  await operator('PATCH', `${path}/items/${text(second, 'id')}`, { assigned_to: 'me' });
  return { day, break: text(first, 'id') };
}

const memberAt = (members: readonly Member[], i: number): Member => {
  const found = members[i % members.length];
  if (found === undefined) throw new Error('the world has no members');
  return found;
};

/** Endpoints start disabled, so that their owner can store the public key first. */
async function addEndpoint(sandbox: Call, url: string): Promise<string> {
  const id = text(await sandbox('POST', '/v1/webhook_endpoints', { url }), 'id');
  await sandbox('PATCH', `/v1/webhook_endpoints/${id}`, { status: 'enabled' });
  return id;
}

async function addEndpoints(sandbox: Call, receiverUrl: string): Promise<string> {
  await addEndpoint(sandbox, `${receiverUrl}/failing`);
  return addEndpoint(sandbox, `${receiverUrl}/hooks`);
}

const contact = (each: Person, i: number): Json => {
  const name = each.business_name ?? `${each.first_name ?? ''}.${each.last_name ?? ''}`;
  const local = name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z. ]/g, '')
    .replace(/ +/g, '.');
  return {
    ...{ type: each.business_name === undefined ? 'individual' : 'business', ...each },
    external_reference: `cust-${String(10_482 + i * 37)}`,
    email: `${local}@example.com`,
    phone: `+1415555${String(100 + i).padStart(4, '0')}`,
  };
};

async function addMember(sandbox: Call, each: Person, i: number): Promise<Member> {
  const user = text(await sandbox('POST', '/v1/users', contact(each, i)), 'id');
  await sandbox('POST', `/v1/sandbox/users/${user}/kyc`, { kyc_status: 'approved' });
  const wallet = text(await sandbox('POST', `/v1/users/${user}/wallets`, { asset: 'svc-points' }), 'id');
  const account = await sandbox('POST', `/v1/users/${user}/deposit_accounts`, {
    source: { currency: 'usd', rail: 'bank_eft' },
    destination: { wallet_id: wallet },
  });
  const deposit_account_id = text(account, 'id');
  const amount = `${String(150 + ((i * 73) % 400))}.${i % 2 === 0 ? '00' : '50'}`;
  await sandbox('POST', '/v1/sandbox/deposits', { deposit_account_id, amount });
  return { user, wallet, account: deposit_account_id };
}

async function addApplicant(sandbox: Call, each: Person, i: number): Promise<string> {
  const user = text(await sandbox('POST', '/v1/users', contact(each, 100 + i)), 'id');
  await sandbox('POST', `/v1/sandbox/users/${user}/kyc`, {
    ...{ kyc_status: 'under_review', terms_status: 'approved' },
  });
  return user;
}

const wallet = (wallet_id: string): Json => ({ type: 'wallet', wallet_id });

async function sendAround(sandbox: Call, members: readonly Member[]) {
  const send = async (from: number, to: number, amount: string, more: Json = {}): Promise<string> =>
    text(
      await sandbox('POST', '/v1/transfers', {
        ...{ source: wallet(memberAt(members, from).wallet), amount, ...more },
        destination: wallet(memberAt(members, to).wallet),
      }),
      'id',
    );
  for (let i = 0; i < 30; i++)
    await send(i, i + 3, `${String(20 + ((i * 57) % 380))}.${i % 3 === 0 ? '50' : '00'}`);
  await sandbox('POST', '/v1/sandbox/rewards', {
    ...{ wallet_id: memberAt(members, 0).wallet, amount: '250.00', description: 'Welcome reward' },
  });
  for (const each of [4, 7, 11]) await send(each, each + 1, `${String(4_000 + each * 125)}.00`);
  const transfer = await send(0, 1, '1500.00', { integrator_reference: 'INV-2026-0418' });
  const held = await send(5, 2, '4200.00', { integrator_reference: 'INV-2026-0433' });
  return { transfer, held };
}

async function payOut(sandbox: Call, members: readonly Member[]) {
  const [, , , third] = members;
  const owners = [0, 1, 2, third === undefined ? 0 : 3];
  const outcomes = ['returned', 'completed', undefined, 'completed'] as const;
  const ids: string[] = [];
  let payoutAccount = '';
  for (const [i, owner] of owners.entries()) {
    const { user, wallet: from } = memberAt(members, owner);
    const { first_name, last_name } = PEOPLE[owner] ?? {};
    const account = await sandbox('POST', `/v1/users/${user}/payout_accounts`, {
      ...{ type: 'bank', currency: 'usd', rail: 'bank_eft', country: 'US' },
      account_owner_name: `${first_name ?? ''} ${last_name ?? ''}`,
      bank: { bank_name: 'First Harbour Bank', account_number: '000123456789', routing_code: '021000021' },
    });
    payoutAccount ||= text(account, 'id');
    const transfer = await sandbox('POST', '/v1/transfers', {
      ...{ source: wallet(from), amount: `${String(800 + i * 310)}.00` },
      destination: { type: 'payout_account', payout_account_id: text(account, 'id') },
    });
    const id = text(transfer, 'id');
    ids.push(id);
    await until(
      `submitted payout ${id}`,
      async () => at(await sandbox('GET', `/v1/transfers/${id}`), 'state') === 'payout_submitted',
    );
    const outcome = outcomes[i];
    if (outcome !== undefined)
      await sandbox('POST', `/v1/sandbox/transfers/${id}/payout_outcome`, {
        outcome,
        ...(outcome === 'returned'
          ? { reason: { code: 'account_closed', message: 'The account is closed.' } }
          : {}),
      });
  }
  const { data } = await sandbox('GET', '/v1/transfers?kind=onramp&limit=1');
  const [refunded = '', payout = ''] = ids;
  const depositAccount = memberAt(members, 0).account;
  return { refunded, payout, payoutAccount, depositAccount, deposit: text(listed({ data })[0], 'id') };
}

async function tradeCoin(
  { sandbox, operator }: Access,
  integrator_id: string,
  { user, wallet: from }: Member,
) {
  const treasury = '/operator/v1/treasury/sandbox';
  await operator('POST', `${treasury}/trades`, { side: 'buy', coin_amount: '40', price: '2500.00' });
  const amounts = { coin_stock: '12.5', points_backing: '20000.00' };
  await operator('POST', `${treasury}/allocations`, { integrator_id, ...amounts });
  const coinWallet = text(
    await sandbox('POST', `/v1/users/${user}/wallets`, { asset: 'svc-coin', acknowledge_price_risk: true }),
    'id',
  );
  const wanted = { source_wallet_id: from, destination_wallet_id: coinWallet, amount: '500.00' };
  const quote = await until('quote', () => sandbox('POST', '/v1/quotes', wanted).catch(() => undefined));
  const conversion = await sandbox('POST', '/v1/transfers', {
    ...{ source: wallet(from), destination: wallet(coinWallet), amount: '500.00' },
    quote_id: text(quote, 'id'),
  });
  return { coinWallet, quote: text(quote, 'id'), conversion: text(conversion, 'id') };
}

/** The paths of pages for people and payers, with the brand of the integrator. */
async function hostedPages({ sandbox, operator }: Access, integrator: string, payee: Member) {
  await operator('POST', `/operator/v1/integrators/${integrator}/brand`, {
    ...{ display_name: 'Harbour Pay', color: '#5b2a86', support_contact: 'help@harbourpay.example' },
    privacy_url: 'https://harbourpay.example/privacy',
  });
  const user = text(await sandbox('POST', '/v1/users', contact(person('Rosa', 'Jansen', 'NL'), 200)), 'id');
  const links = await sandbox('POST', `/v1/users/${user}/onboarding_links`, {});
  const payment = await sandbox('POST', '/v1/transfers', {
    source: { type: 'fiat', currency: 'cad', rail: 'emailpay' },
    ...{ destination: wallet(payee.wallet), amount: '1250.00' },
  });
  const path = (of: Json, name: string): string => new URL(text(of, name)).pathname;
  return {
    identityPage: path(links, 'kyc.url'),
    termsPage: path(links, 'terms.url'),
    paymentPage: path(payment, 'deposit_instructions.approval_url'),
  };
}

async function aDelivery(sandbox: Call, endpoint: string): Promise<string> {
  const path = `/v1/webhook_endpoints/${endpoint}/deliveries?limit=1`;
  return text(await until('delivery', async () => listed(await sandbox('GET', path))[0]), 'id');
}

const ATTEMPTS_MAX = 100;
const PAUSE_MS = 100;

async function until<Value>(what: string, find: () => Promise<Value | undefined | false>): Promise<Value> {
  for (let i = 0; i < ATTEMPTS_MAX; i++) {
    const found = await find();
    if (found !== undefined && found !== false) return found;
    await delay(PAUSE_MS);
  }
  throw new Error(`the demo world has no ${what}`);
}
