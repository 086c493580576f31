/** A client of the API: sends the commands of a generator one after the other, and compares each answer with the model. */
import { isOperatorKey } from '../commands/command.ts';
import type { ApiCommand, Command, KeyName, Step } from '../commands/command.ts';
import { FOR_ALL_OF_THE_BOOK } from '../commands/drafts.ts';
import { createGenerator } from '../commands/generator.ts';
import { POINT_PRICES } from '../commands/driver.ts';
import { createRandom } from '../commands/random.ts';
import type { Random } from '../commands/random.ts';
import { requestOf } from '../commands/request.ts';
import type { BuiltRequest } from '../commands/request.ts';
import { createModel } from '../model/model.ts';
import type { Circumstances, Model } from '../model/model.ts';
import { textOf } from '../model/prediction.ts';
import type { Market } from '../model/state/market.ts';
import type { Answer } from '../model/prediction.ts';
import type { Scheduler } from '../scheduler/scheduler.ts';
import { STARTS_AT } from '../scheduler/simulated-runtime.ts';
import type { SimulatedStores } from '../stores/stores.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { setUncertain } from '../model/state/world.ts';
import { DUAL_CONTROL, USER_LIMITS } from '../cluster/world.ts';
import { POINTS, parseAmount } from '../model/state/money.ts';
import { codeOf, mayRepeat, withoutOtherRails } from './answers.ts';
import { readAll } from './read-all.ts';
import { Difference } from '../checks/difference.ts';
import { readsOlderDocuments } from '../checks/older-documents.ts';
import { hasOperation } from '../cluster/releases.ts';
import type { Trace } from '../reports/trace.ts';
import type { OwedDeliveries } from '../webhooks/owed-deliveries.ts';
import type { Receivers } from '../webhooks/receivers.ts';

export type ClientOptions = {
  readonly name: string;
  readonly seed: number;
  readonly keys: Readonly<Record<KeyName, string>>;
  /** Whether no other client uses its books, so that it may move their clocks. */
  readonly isAlone: boolean;
  readonly cluster: Cluster;
  readonly scheduler: Scheduler;
  readonly random: Random;
  readonly trace: Trace;
  readonly hasJobs: boolean;
  readonly clockErrorMs: number;
  readonly stores: Pick<SimulatedStores, 'lostAtMs' | 'restoredAtMs'>;
  readonly market: Market;
  /** The price of coin changes soon. */
  readonly tradeSoon: () => void;
  readonly receivers: Receivers;
  readonly owed: OwedDeliveries;
  /** What it sends, instead of the commands of a generator. */
  readonly script?: readonly Step[] | undefined;
};

export type Client = {
  readonly name: string;
  readonly model: Model;
  /** What it has sent, with the time that passed in between. */
  readonly sent: readonly Step[];
  /** Sends commands until there are no more. Throws for an answer that the model does not allow. */
  run(takeCommand: () => boolean): Promise<void>;
  /** Sends what was answered with a success again, a sample, and requires the same bytes. */
  repeatSome(count: number): Promise<void>;
  /** Reads every wallet, user, and transfer, and the events of most transfers, and compares them with the model. */
  readAll(): Promise<void>;
};

const points = (text: string): bigint => parseAmount(text, POINTS) ?? 0n;
const LIMITS_OF_OPERATORS = {
  approvalAtLeast: points(DUAL_CONTROL.transferApproval),
  rewardAtLeast: points(DUAL_CONTROL.reward),
};

/** How long a request may be without an answer, in simulated time. */
const ANSWERED_WITHIN_MS = 15 * 60_000;

/** How long a node does without stored refusals after a read has failed. Its circuit breaker is open for this time. */
const WITHOUT_REFUSALS_MS = 1_500;

type Exchange = {
  readonly answer: Answer;
  readonly startedAt: number;
  /** An earlier attempt had no answer. */
  readonly isRepeated: boolean;
  /** The node may have been unable to read stored refusals. */
  readonly mayForgetRefusals: boolean;
  /** The node may not have noticed yet that documents are older than before, or nobody updates those that it reads. */
  readonly mayBeOlder: boolean;
};

/** A command with its request and its answer. */
type Sent = { readonly command: ApiCommand; readonly request: BuiltRequest; readonly exchanged: Exchange };

export function createClient(options: ClientOptions): Client {
  const { name, seed, keys, isAlone, cluster, scheduler, random, trace, clockErrorMs } = options;
  const generator = createGenerator(seed, { isAlone, hasOperator: true });
  const script = options.script?.values();
  // Of its own, so that a script needs the same numbers of the other one.
  const choices = createRandom(~seed);
  const sent: Step[] = [];
  const model = createModel({
    market: options.market,
    settings: { pointPrices: POINT_PRICES, limits: USER_LIMITS, dualControl: LIMITS_OF_OPERATORS },
  });
  const answers = new Map<number, Answer>();
  const successes: BuiltRequest[] = [];
  /** The newest command that may meet others. */
  let racing: ApiCommand | undefined;

  const note = (line: string): void => trace.add(scheduler.now(), name, line);

  async function exchange(request: BuiltRequest): Promise<Exchange> {
    const startedAt = scheduler.now();
    let mayForgetRefusals = false;
    for (let attempts = 0; ; attempts += 1) {
      if (scheduler.now() > startedAt + ANSWERED_WITHIN_MS)
        throw new Difference(`${name}: ${request.operation} is not answered within ${ANSWERED_WITHIN_MS} ms`);
      const node = random.pickAny(
        cluster.nodes.filter(
          ({ state, process }) => state === 'up' && hasOperation(process, request.operation),
        ),
      );
      const attemptAt = scheduler.now();
      const answer = node === undefined ? undefined : await cluster.request(node, keys[request.key], request);
      const failUntilMs = node?.connection.documentsFailUntilMs ?? 0;
      mayForgetRefusals ||= failUntilMs + WITHOUT_REFUSALS_MS > attemptAt && failUntilMs > 0;
      if (answer !== undefined && !mayRepeat(answer))
        return {
          ...{ answer, startedAt, isRepeated: attempts > 0, mayForgetRefusals },
          mayBeOlder:
            node !== undefined &&
            (readsOlderDocuments(options.stores, node, attemptAt) ||
              node.connection.readOlderVersionAtMs >= attemptAt),
        };
      note(
        `${request.operation} ${node?.name ?? 'nobody'}: ${answer === undefined ? 'no answer' : codeOf(answer)}`,
      );
      await scheduler.pause(20 + random.below(400));
    }
  }

  async function send(command: ApiCommand): Promise<void> {
    const request = requestOf(command, answers, `${name} `);
    const exchanged = await exchange(request);
    record({ command, request, exchanged });
    check(request, exchanged);
    if (isComparable(request, exchanged)) generator.observe(command, exchanged.answer);
  }

  /** Sends commands at the same time. Any order of them may be the one in which they were decided. */
  async function sendTogether(commands: readonly ApiCommand[]): Promise<void> {
    const sent = commands.map((command) => ({ command, request: requestOf(command, answers, `${name} `) }));
    if (commands.some(({ operation }) => operation === 'createQuote')) options.tradeSoon();
    const answered = await Promise.all(
      sent.map(async (each) => ({ ...each, exchanged: await exchange(each.request) })),
    );
    const at = STARTS_AT + scheduler.now();
    for (const each of answered) record(each);
    const reason = model.checkConcurrent(
      answered.map(({ request, exchanged }) => ({
        ...{ request, answer: exchanged.answer, at },
        circumstances: circumstancesOf(exchanged, at),
      })),
    );
    if (reason !== undefined) fail(`${commands.length} commands at the same time`, reason);
    const isReplaced = answered.some(
      ({ command, exchanged: { answer } }) => isReset(command) && answer.status === 200,
    );
    const mayHaveHappened = answered.some(
      ({ exchanged: { answer, isRepeated } }) => isRepeated && answer.status >= 400,
    );
    const book = model.books.get(answered[0]?.request.caller.book ?? '');
    if (isReplaced && mayHaveHappened && book !== undefined) setUncertain(book);
    for (const { command, exchanged } of answered) generator.observe(command, exchanged.answer);
  }

  function record({ command, request, exchanged }: Sent): void {
    const { answer } = exchanged;
    const text = answer.text.length > 300 ? `${answer.text.slice(0, 300)}…` : answer.text;
    note(`${command.serial} ${describe(request)} → ${answer.status} ${text}`);
    answers.set(command.serial, answer);
    options.owed.observe(request, answer, exchanged.startedAt);
    if (
      request.method === 'POST' &&
      answer.status < 300 &&
      request.idempotencyKey !== undefined &&
      !isDryRun(command)
    )
      successes.push(request);
  }

  function check(request: BuiltRequest, exchanged: Exchange): void {
    if (!isComparable(request, exchanged)) return;
    const at = STARTS_AT + scheduler.now();
    const answer = withoutOtherRails(request, exchanged.answer);
    const reason = model.check(request, answer, at, circumstancesOf(exchanged, at));
    if (reason !== undefined) fail(describe(request), reason);
  }

  /**
   * The model cannot know what older documents show. They also say in which book an operator's object is, and whether a review
   * is open that is assigned.
   */
  const isComparable = (
    { method, key, operation }: BuiltRequest,
    { mayBeOlder, answer: { status } }: Exchange,
  ): boolean => {
    if (!mayBeOlder) return true;
    const isUnknown = status === 404 || (status === 409 && operation.startsWith('assign'));
    return method !== 'GET' && !(isOperatorKey(key) && isUnknown);
  };

  const circumstancesOf = (
    { startedAt, isRepeated, mayForgetRefusals }: Exchange,
    at: number,
  ): Circumstances => ({
    during: { from: STARTS_AT + startedAt, to: at },
    otherTimes: [
      ...[STARTS_AT + startedAt, STARTS_AT + startedAt - 2 * clockErrorMs],
      ...[at - 2 * clockErrorMs, at + 2 * clockErrorMs],
    ],
    isRepeated,
    forgetsRefusalsUntil: mayForgetRefusals ? Infinity : STARTS_AT + (options.stores.lostAtMs() ?? -Infinity),
    hasJobs: options.hasJobs,
  });

  function fail(what: string, reason: string): never {
    note(`differs from the model: ${reason}`);
    throw new Difference(`${name}: ${what}: ${reason}`);
  }

  const isPossible = (command: Command): boolean =>
    isAlone || 'waitMs' in command || !FOR_ALL_OF_THE_BOOK.includes(command.operation);

  /** A command. Sometimes with one or two more: others about its wallets, or the same one with its key or another. */
  function generate(takeCommand: () => boolean): Step {
    const command = generator.next();
    const commands = [command];
    if ('waitMs' in command) return commands;
    if (isReset(command) && racing !== undefined && choices.oneIn(2) && takeCommand())
      commands.push(generator.again(racing, false));
    if (!isRacing(command)) return commands;
    racing = command;
    if (!choices.oneIn(4)) return commands;
    for (let left = 1 + choices.below(2); left > 0 && takeCommand(); left -= 1)
      commands.push(choices.oneIn(2) ? generator.rival(command) : generator.again(command, choices.oneIn(4)));
    return commands;
  }

  async function run(takeCommand: () => boolean): Promise<void> {
    let crashes = cluster.crashes();
    // Like the end of all commands, that of a script comes before anything else is sent.
    while (sent.length !== options.script?.length && takeCommand()) {
      if (cluster.crashes() > crashes) {
        crashes = cluster.crashes();
        await repeatSome(1);
      }
      const step = script === undefined ? generate(takeCommand) : script.next().value;
      if (step === undefined) return;
      sent.push(step);
      const [first] = step;
      if (first === undefined || !isPossible(first)) continue;
      const commands = step.flatMap((each) => ('waitMs' in each ? [] : each));
      if ('waitMs' in first) await scheduler.pause(first.waitMs / 10);
      else if (commands.length > 1) await sendTogether(commands);
      else await send(first);
      for (const command of commands) if (isReset(command)) await receiveEvents(command);
    }
  }

  async function repeatSome(count: number): Promise<void> {
    for (let left = Math.min(count, successes.length); left > 0; left -= 1) {
      const request = random.pickAny(successes);
      if (request === undefined) return;
      check(request, await exchange(request));
    }
  }

  async function read(
    key: KeyName,
    operation: string,
    params: Readonly<Record<string, string>>,
    query: Readonly<Record<string, string>> = {},
  ): Promise<void> {
    const request = { ...requestAbout({ serial: -1, operation, key }, params), query };
    check(request, { ...(await exchange(request)), isRepeated: false });
  }

  /** A reset deletes all endpoints, so the new book gets one. */
  async function receiveEvents({ key, serial }: ApiCommand): Promise<void> {
    if (answers.get(serial)?.status !== 200) return;
    const url = `https://receiver.example/${name.replace('-', '_')}_${serial}`;
    const create = { serial: -1, operation: 'createWebhookEndpoint', key, body: { url } };
    const made = await ask(requestAbout({ ...create, idempotencyKey: `endpoint ${serial}` }, {}));
    options.receivers.expect(made.body);
    const enable = { ...create, operation: 'updateWebhookEndpoint', body: { status: 'enabled' } };
    await ask(requestAbout(enable, { webhook_endpoint_id: textOf(made.body, 'id') }));
    model.addReceiver(key === 'stranger' ? 'two' : 'one', made.body);
  }

  async function ask(request: BuiltRequest): Promise<Answer> {
    const exchanged = await exchange(request);
    check(request, exchanged);
    return exchanged.answer;
  }

  /** A request about objects with known IDs. */
  function requestAbout(command: ApiCommand, params: Readonly<Record<string, string>>): BuiltRequest {
    const base = requestOf(command, answers, `${name} `);
    const path = base.path.replace(/(?<=\/)(\w+_id)/g, (found: string) => params[found] ?? found);
    return { ...base, params, path };
  }

  return { name, model, sent, run, repeatSome, readAll: () => readAll(model, random, read) };
}

/** Whether it takes from a wallet or gives to one, and its answer shows what it created. */
const isRacing = (command: ApiCommand): boolean =>
  command.operation === 'createSandboxReward' ||
  (command.operation === 'createTransfer' && !isDryRun(command)) ||
  (command.operation === 'createSandboxDeposit' && command.body?.['deposit_account_id'] !== undefined);

/** The request without its headers. */
function describe({ method, path, query, body }: BuiltRequest): string {
  const search = new URLSearchParams(query).toString();
  return `${method} ${path}${search === '' ? '' : `?${search}`} ${JSON.stringify(body)}`;
}

const isReset = ({ operation }: ApiCommand): boolean => operation === 'resetSandbox';

const isDryRun = ({ body }: ApiCommand): boolean => body?.['dry_run'] === true;
