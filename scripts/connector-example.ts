/**
 * An example connector: an in-memory bank that implements the protocol of docs/rails.md without any code of the service.
 * Control calls trigger what a real bank would do on its own. They are for tests and experiments, and only listen on the
 * loopback interface.
 *
 *   CONNECTOR_SECRET=$(openssl rand -base64 32) node --import tsx scripts/connector-example.ts
 *
 *   POST /control/deposits  {"to": "<quoted reference>", "amount": "5.00", "rail_reference"?, "outcome"?}
 *   POST /control/payouts   {"transfer_id", "outcome": "completed" | "returned" | "undeliverable", "reason"?}
 *   POST /control/declines  {"to": "<quoted reference>"}
 *   POST /control/returns   {"transfer_id"}: a payout that was completed comes back
 *   POST /control/reversals {"to": "<quoted reference>", "transfer_id", "amount"}: a credited deposit is taken back
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
/** A stored request and its response, for idempotent repetition. */
type StoredAnswer = { readonly request: Members; readonly answer: Answer };

const issued = new Map<string, StoredAnswer>();
const payouts = new Map<string, StoredAnswer>();
const settings = { down: false, refuse: false, lose_answers: false, service_url: SERVICE_URL };
/** Number of submissions of each payout, including refused ones. */
const submissions = new Map<string, number>();
/** Payout checks received so far. */
const checks: Members[] = [];
/** Review decisions about held payments. */
const decisions: Members[] = [];
let payments = 0;
/** Payment references are unique even across restarts. */
const run = randomBytes(4).toString('hex');
const newReference = (kind: 'IN' | 'OUT' | 'RTN' | 'RVS'): string => `EX-${kind}-${run}-${++payments}`;

// --- signatures ---------------------------------------------------------------------------------------------------

const WINDOW_SECONDS = 300;

const signatureOf = (t: number, operation: string, body: string): Buffer =>
  createHmac('sha256', secret).update(`${t}.${operation}.${body}`).digest();

function hasValidSignature(req: IncomingMessage, operation: string, body: string): boolean {
  const match = /^t=(\d{1,12}),v1=([0-9a-f]{64})/.exec(String(req.headers['svc-rail-signature']));
  if (match?.[1] === undefined || match[2] === undefined) return false;
  const t = Number(match[1]);
  if (Math.abs(Date.now() / 1_000 - t) > WINDOW_SECONDS) return false;
  return timingSafeEqual(Buffer.from(match[2], 'hex'), signatureOf(t, operation, body));
}

// --- requests of the service ----------------------------------------------------------------------------------------

const refusal = (message: string): Answer => ({
  status: 422,
  body: { error: { code: 'refused_by_bank', message } },
});

/** Returns the stored response for a repeated key, or 409 if the values differ. */
function once(stored: Map<string, StoredAnswer>, key: string, request: Members, act: () => Answer): Answer {
  const previous = stored.get(key);
  if (previous !== undefined) {
    const isSame = ['currency', 'amount'].every((name) => previous.request[name] === request[name]);
    return isSame
      ? previous.answer
      : {
          status: 409,
          body: { error: { code: 'reused', message: 'The key was already used with other values.' } },
        };
  }
  const answer = act();
  stored.set(key, { request, answer });
  return answer;
}

function issue(request: Members): Answer {
  const { reference = '' } = request;
  return once(issued, reference, request, () => {
    if (settings.refuse) return refusal('The bank does not accept this payment.');
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

function submitPayout(request: Members): Answer {
  const { transfer_id = '' } = request;
  submissions.set(transfer_id, (submissions.get(transfer_id) ?? 0) + 1);
  return once(payouts, transfer_id, request, () =>
    settings.refuse
      ? refusal('The bank does not accept payouts to this account.')
      : { status: 200, body: { rail_reference: newReference('OUT') } },
  );
}

/** Checking a payout does not reserve anything. */
function checkPayout(request: Members): Answer {
  checks.push(request);
  return settings.refuse
    ? refusal('The bank does not accept payouts to this account.')
    : { status: 200, body: {} };
}

/** The service repeats a decision until it is acknowledged. */
function acknowledgeDecision(request: Members): Answer {
  decisions.push(request);
  return { status: 200, body: {} };
}

const OPERATIONS: Readonly<Record<string, (request: Members) => Answer>> = {
  standing_details: issue,
  instructions: issue,
  deposit_decisions: acknowledgeDecision,
  payout_checks: checkPayout,
  payouts: submitPayout,
  name_checks: ({ account_owner_name = '', user_name = '' }) => ({
    status: 200,
    body: { result: account_owner_name.toLowerCase() === user_name.toLowerCase() ? 'match' : 'no_match' },
  }),
  health: () => ({ status: 200, body: { status: 'ok' } }),
};

// --- callbacks to the service -------------------------------------------------------------------------------------

/** A real connector retries callbacks until they succeed. This one gives up early and returns the reason. */
const PAUSES_MS = [100, 200, 400, 800, 1_600];
const RETRY_STATUSES: ReadonlySet<number> = new Set([404, 429, 500, 502, 503, 504]);
/** The service may not have recorded the payout submission yet. */
const RETRY_PAYOUT_STATUSES: ReadonlySet<number> = new Set([...RETRY_STATUSES, 409]);

async function sendCallback(
  route: Members,
  callback: object,
  retryStatuses = RETRY_STATUSES,
): Promise<Answer> {
  const body = JSON.stringify(callback);
  const url = `${settings.service_url}/rails/${route['environment'] ?? ''}/${route['rail'] ?? ''}/callbacks`;
  for (const pause of [...PAUSES_MS, undefined]) {
    const t = Math.floor(Date.now() / 1_000);
    const signature = `t=${t},v1=${signatureOf(t, 'callbacks', body).toString('hex')}`;
    const headers = { 'Content-Type': 'application/json', 'Svc-Rail-Signature': signature };
    const response = await fetch(url, { method: 'POST', headers, body }).catch(() => undefined);
    const isRetried = response === undefined || retryStatuses.has(response.status);
    // The service answers with JSON objects.
    if (!isRetried) return { status: response.status, body: (await response.json()) as object };
    if (pause === undefined) return { status: 504, body: { gave_up: response?.status ?? 'no answer' } };
    await delay(pause);
  }
  throw new Error('unreachable: the last pause is undefined');
}

/** Reports that the bank moved the whole payment back. */
function sendBack(
  original: Members,
  type: 'payout.returned' | 'deposit.reversed',
  transfer_id: string,
  amount: string | undefined,
): Promise<Answer> {
  const return_reference = newReference(type === 'payout.returned' ? 'RTN' : 'RVS');
  return sendCallback(original, {
    type,
    transfer_id,
    amount,
    currency: original['currency'],
    return_reference,
  });
}

/** Maps the reference that payers quote to the instructions issued for it. */
function findByReference(to: string): Members | undefined {
  for (const { request, answer } of issued.values())
    if (JSON.stringify(answer).includes(`"${to}"`)) return request;
  return undefined;
}

const CONTROLS: Readonly<Record<string, (request: Members) => Answer | Promise<Answer>>> = {
  deposits({ to = '', amount = '', rail_reference = newReference('IN'), outcome = 'credited' }) {
    const original = findByReference(to);
    if (original === undefined) return { status: 404, body: { error: 'unknown reference' } };
    const { reference, currency } = original;
    return sendCallback(original, {
      type: 'deposit.arrived',
      reference,
      rail_reference,
      amount,
      currency,
      outcome,
    });
  },
  declines({ to = '' }) {
    const original = findByReference(to);
    if (original === undefined) return { status: 404, body: { error: 'unknown reference' } };
    return sendCallback(original, { type: 'payment.declined', reference: original['reference'] });
  },
  payouts({ transfer_id = '', outcome = '', reason }) {
    const original = payouts.get(transfer_id)?.request;
    if (original === undefined) return { status: 404, body: { error: 'unknown payout' } };
    return sendCallback(
      original,
      { type: 'payout.settled', transfer_id, outcome, reason },
      RETRY_PAYOUT_STATUSES,
    );
  },
  returns({ transfer_id = '' }) {
    const original = payouts.get(transfer_id)?.request;
    if (original === undefined) return { status: 404, body: { error: 'unknown payout' } };
    return sendBack(original, 'payout.returned', transfer_id, original['amount']);
  },
  reversals({ to = '', transfer_id = '', amount = '' }) {
    const original = findByReference(to);
    if (original === undefined) return { status: 404, body: { error: 'unknown reference' } };
    return sendBack(original, 'deposit.reversed', transfer_id, amount);
  },
  settings(request) {
    Object.assign(settings, request);
    return { status: 200, body: settings };
  },
  state: () => ({
    status: 200,
    body: {
      settings,
      issued: [...issued.values()].map(({ request }) => request),
      payouts: [...payouts.values()].map(({ request }) => request),
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
    // Control calls are trusted, so their bodies are not validated.
    return control === undefined
      ? { status: 404, body: {} }
      : control((body === '' ? {} : JSON.parse(body)) as Members);
  }
  if (settings.down) return { status: 503, body: {} };
  const operation = OPERATIONS[first];
  if (operation === undefined) return { status: 404, body: {} };
  if (!hasValidSignature(req, first, body)) return { status: 401, body: {} };
  // The signature is valid, so the body is an object from the service.
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
  // A TCP server has an AddressInfo.
  const { port } = server.address() as AddressInfo;
  console.log(`Listening on http://127.0.0.1:${port}`);
});
process.once('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
});
