/**
 * An example of a rail's connector: a bank that lives in memory, speaking the protocol of docs/rails.md. It uses nothing
 * of the service, so that it shows all that a connector has to do. Its control calls make things happen that a real bank
 * would do by itself; they are for tests and for trying things out, and listen on loopback alone.
 *
 *   CONNECTOR_SECRET=$(openssl rand -base64 32) node --import tsx scripts/connector-example.ts
 *
 *   POST /control/deposits  {"to": "<quoted reference>", "amount": "5.00", "rail_reference"?, "outcome"?}
 *   POST /control/payouts   {"transfer_id", "outcome": "completed" | "returned" | "undeliverable", "reason"?}
 *   POST /control/declines  {"to": "<quoted reference>"}
 *   POST /control/settings  {"down"?: boolean, "refuse"?: boolean, "lose_answers"?: boolean, "service_url"?: string}
 *   GET  /control/state
 */
import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';

const { CONNECTOR_SECRET = '', SERVICE_URL = 'http://127.0.0.1:3000', PORT = '0' } = process.env;
const secret = Buffer.from(CONNECTOR_SECRET, 'base64');
if (secret.length < 32) {
  console.error('CONNECTOR_SECRET must be at least 32 bytes in base64.');
  process.exit(1);
}

type Members = Readonly<Record<string, string>>;
type Answer = { readonly status: number; readonly body: object };
/** Something the service asked for once; asking again gives the same. */
type Kept = { readonly asked: Members; readonly answer: Answer };

const issued = new Map<string, Kept>();
const payouts = new Map<string, Kept>();
const settings = { down: false, refuse: false, lose_answers: false, service_url: SERVICE_URL };
/** How often the service has sent each payout, taken or not. */
const submissions = new Map<string, number>();
/** What it was asked before there was a payout. */
const checks: Members[] = [];
/** What reviews decided about payments that the service had us hold. */
const decisions: Members[] = [];
let payments = 0;
/** A bank's names for payments are never used twice, not even by one that lost its memory. */
const run = randomBytes(4).toString('hex');
const nameOf = (kind: 'IN' | 'OUT'): string => `EX-${kind}-${run}-${++payments}`;

// --- signatures ---------------------------------------------------------------------------------------------------

const WINDOW_SECONDS = 300;

const signatureOf = (t: number, operation: string, body: string): Buffer =>
  createHmac('sha256', secret).update(`${t}.${operation}.${body}`).digest();

function isSigned(req: IncomingMessage, operation: string, body: string): boolean {
  const match = /^t=(\d{1,12}),v1=([0-9a-f]{64})/.exec(String(req.headers['svc-rail-signature']));
  if (match?.[1] === undefined || match[2] === undefined) return false;
  const t = Number(match[1]);
  if (Math.abs(Date.now() / 1_000 - t) > WINDOW_SECONDS) return false;
  return timingSafeEqual(Buffer.from(match[2], 'hex'), signatureOf(t, operation, body));
}

// --- what the service asks ----------------------------------------------------------------------------------------

const refusal = (message: string): Answer => ({
  status: 422,
  body: { error: { code: 'refused_by_bank', message } },
});

/** The same key always has the same answer; the same key with other values is a mistake of the caller's. */
function once(kept: Map<string, Kept>, key: string, asked: Members, act: () => Answer): Answer {
  const before = kept.get(key);
  if (before !== undefined) {
    const isSame = ['currency', 'amount'].every((name) => before.asked[name] === asked[name]);
    return isSame
      ? before.answer
      : { status: 409, body: { error: { code: 'reused', message: 'Other values.' } } };
  }
  const answer = act();
  kept.set(key, { asked, answer });
  return answer;
}

function issue(asked: Members): Answer {
  const { reference = '' } = asked;
  return once(issued, reference, asked, () => {
    if (settings.refuse) return refusal('The bank does not take this payment.');
    const digits = BigInt(`0x${hash('sha256', reference)}`)
      .toString()
      .slice(0, 12);
    const instructions = {
      bank_name: 'Example Bank',
      account_name: 'Example Client Money',
      account_number: digits,
      reference: `EX-${hash('sha256', reference).slice(0, 10).toUpperCase()}`,
    };
    return { status: 200, body: { instructions } };
  });
}

function submitPayout(asked: Members): Answer {
  const { transfer_id = '' } = asked;
  submissions.set(transfer_id, (submissions.get(transfer_id) ?? 0) + 1);
  return once(payouts, transfer_id, asked, () =>
    settings.refuse
      ? refusal('The bank does not pay there.')
      : { status: 200, body: { rail_reference: nameOf('OUT') } },
  );
}

/** No promise: a payout that would be taken may never be asked for. */
function checkPayout(asked: Members): Answer {
  checks.push(asked);
  return settings.refuse ? refusal('The bank does not pay there.') : { status: 200, body: {} };
}

/** The service tells a decision until it hears that we know; it is always the same one. */
function hearDecision(asked: Members): Answer {
  decisions.push(asked);
  return { status: 200, body: {} };
}

const OPERATIONS: Readonly<Record<string, (asked: Members) => Answer>> = {
  standing_details: issue,
  instructions: issue,
  deposit_decisions: hearDecision,
  payout_checks: checkPayout,
  payouts: submitPayout,
  name_checks: ({ account_owner_name = '', user_name = '' }) => ({
    status: 200,
    body: { result: account_owner_name.toLowerCase() === user_name.toLowerCase() ? 'match' : 'no_match' },
  }),
  health: () => ({ status: 200, body: { status: 'ok' } }),
};

// --- what the service is told -------------------------------------------------------------------------------------

/** A connector keeps telling until it is heard; this one gives up early, so that whoever plays with it sees why. */
const PAUSES_MS = [100, 200, 400, 800, 1_600];
const AGAIN: ReadonlySet<number> = new Set([404, 429, 500, 502, 503, 504]);
/** The service may not have recorded yet that we took a payout. */
const PAYOUT_AGAIN: ReadonlySet<number> = new Set([...AGAIN, 409]);

async function tell(of: Members, callback: object, again = AGAIN): Promise<Answer> {
  const body = JSON.stringify(callback);
  const url = `${settings.service_url}/rails/${of['environment'] ?? ''}/${of['rail'] ?? ''}/callbacks`;
  for (const pause of [...PAUSES_MS, undefined]) {
    const t = Math.floor(Date.now() / 1_000);
    const signature = `t=${t},v1=${signatureOf(t, 'callbacks', body).toString('hex')}`;
    const headers = { 'Content-Type': 'application/json', 'Svc-Rail-Signature': signature };
    const response = await fetch(url, { method: 'POST', headers, body }).catch(() => undefined);
    const isAgain = response === undefined || again.has(response.status);
    // The service answers with JSON objects.
    if (!isAgain) return { status: response.status, body: (await response.json()) as object };
    if (pause === undefined) return { status: 504, body: { gave_up: response?.status ?? 'no answer' } };
    await delay(pause);
  }
  throw new Error('there is a last pause');
}

/** Whoever quotes this reference pays to what was issued under another one, which is the service's. */
function quotedBy(to: string): Members | undefined {
  for (const { asked, answer } of issued.values())
    if (JSON.stringify(answer).includes(`"${to}"`)) return asked;
  return undefined;
}

const CONTROLS: Readonly<Record<string, (asked: Members) => Answer | Promise<Answer>>> = {
  deposits({ to = '', amount = '', rail_reference = nameOf('IN'), outcome = 'credited' }) {
    const of = quotedBy(to);
    if (of === undefined) return { status: 404, body: { error: 'nobody is known by this reference' } };
    const { reference, currency } = of;
    return tell(of, { type: 'deposit.arrived', reference, rail_reference, amount, currency, outcome });
  },
  declines({ to = '' }) {
    const of = quotedBy(to);
    if (of === undefined) return { status: 404, body: { error: 'nobody is known by this reference' } };
    return tell(of, { type: 'payment.declined', reference: of['reference'] });
  },
  payouts({ transfer_id = '', outcome = '', reason }) {
    const of = payouts.get(transfer_id)?.asked;
    if (of === undefined) return { status: 404, body: { error: 'there is no such payout' } };
    return tell(of, { type: 'payout.settled', transfer_id, outcome, reason }, PAYOUT_AGAIN);
  },
  settings(asked) {
    Object.assign(settings, asked);
    return { status: 200, body: settings };
  },
  state: () => ({
    status: 200,
    body: {
      settings,
      issued: [...issued.values()].map(({ asked }) => asked),
      payouts: [...payouts.values()].map(({ asked }) => asked),
      submissions: Object.fromEntries(submissions),
      checks,
      decisions,
    },
  }),
};

// --- the server ---------------------------------------------------------------------------------------------------

async function answer(req: IncomingMessage): Promise<Answer | undefined> {
  const [, first = '', second = ''] = (req.url ?? '').split('/');
  const body = await readText(req);
  if (first === 'control') {
    const control = CONTROLS[second];
    // Control calls come from whoever started this.
    return control === undefined
      ? { status: 404, body: {} }
      : control((body === '' ? {} : JSON.parse(body)) as Members);
  }
  if (settings.down) return { status: 503, body: {} };
  const operation = OPERATIONS[first];
  if (operation === undefined) return { status: 404, body: {} };
  if (!isSigned(req, first, body)) return { status: 401, body: {} };
  // The service signed it, and it sends objects.
  const done = operation(JSON.parse(body) as Members);
  return settings.lose_answers && first !== 'health' ? undefined : done;
}

function send(res: ServerResponse, given: Answer | undefined): void {
  if (given === undefined) {
    res.destroy();
    return;
  }
  res.writeHead(given.status, { 'Content-Type': 'application/json' });
  res.end(JSON.stringify(given.body));
}

const server = createServer((req, res) => {
  answer(req).then(
    (given) => send(res, given),
    (error: unknown) => {
      console.error(error);
      send(res, { status: 500, body: {} });
    },
  );
});
server.listen(Number(PORT), '127.0.0.1', () => {
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo;
  console.log(`Listening on http://127.0.0.1:${port}`);
});
process.once('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
});
