/**
 * Operators who sign in to the console with a token, and sign out again. A session is valid at every node, until it ends: by its
 * operator, by another one, with its token, or because it is not used.
 */
import { Difference } from '../checks/difference.ts';
import type { Cluster, SimulatedNode } from '../cluster/cluster.ts';
import type { Random } from '../commands/random.ts';
import { textOf } from '../model/prediction.ts';
import type { Answer, Json } from '../model/prediction.ts';
import type { Scheduler } from '../scheduler/scheduler.ts';
import type { SimulatedStores } from '../stores/stores.ts';
import { requestTo } from './operator-calls.ts';
import type { OperatorCalls } from './operator-calls.ts';

export type ConsoleUserOptions = {
  readonly cluster: Cluster;
  readonly scheduler: Scheduler;
  readonly random: Random;
  readonly calls: OperatorCalls;
  readonly stores: Pick<SimulatedStores, 'lostAtMs' | 'restoredAtMs'>;
  readonly clockErrorMs: number;
};

export type ConsoleUser = {
  /** Signs in and out until the condition ends. */
  run(continues: () => boolean): Promise<void>;
  /** The list contains exactly the sessions that are still valid. */
  check(): Promise<void>;
};

type Session = {
  readonly tokenId: string;
  readonly cookie: string;
  readonly startedAt: number;
};

const ANSWERED_WITHIN_MS = 15 * 60_000;
/** Any page that every operator may see. */
const PAGE = '/console/rails';
const SIGN_IN = '/console/sign-in';
const IDLE_MS = 30 * 60_000;

export function createConsoleUser(options: ConsoleUserOptions): ConsoleUser {
  const { cluster, scheduler, random, calls, stores, clockErrorMs } = options;
  let serial = 0;

  const nodesUp = (): readonly SimulatedNode[] => cluster.nodes.filter(({ state }) => state === 'up');

  /** The browser of the operator. Undefined if the connection is lost. */
  const open = (
    node: SimulatedNode,
    path: string,
    cookie: string,
    form?: Readonly<Record<string, string>>,
  ): Promise<Answer | undefined> =>
    cluster.request(node, '', {
      ...requestTo('', { method: form === undefined ? 'GET' : 'POST', headers: { cookie } }),
      ...{ path, ...(form !== undefined && { form }) },
    });

  /** Until an answer has one of these statuses. */
  async function until(
    path: string,
    cookie: string,
    statuses: readonly number[],
    form?: Readonly<Record<string, string>>,
  ): Promise<Answer> {
    const startedAt = scheduler.now();
    for (;;) {
      const node = random.pickAny(nodesUp());
      const answer = node && (await open(node, path, cookie, form));
      if (answer !== undefined && statuses.includes(answer.status)) return answer;
      if (answer !== undefined && answer.status < 500)
        throw new Difference(`${path} of the console was answered with ${answer.status}`);
      if (scheduler.now() > startedAt + ANSWERED_WITHIN_MS)
        throw new Difference(`${path} of the console is not answered within ${ANSWERED_WITHIN_MS} ms`);
      await scheduler.pause(50 + random.below(400));
    }
  }

  /** Undefined if the token is refused. */
  async function signIn(tokenId: string, token: string): Promise<Session | undefined> {
    const page = await until(SIGN_IN, '', [200]);
    const fields = { csrf: csrfOf(page), to: '', token };
    const answer = await until(SIGN_IN, cookieOf(page, 'svc_console_form'), [303, 401], fields);
    const startedAt = scheduler.now();
    if (answer.status === 401) return undefined;
    return { tokenId, cookie: cookieOf(answer, 'svc_console'), startedAt };
  }

  async function issueToken(): Promise<{ readonly id: string; readonly secret: string }> {
    serial += 1;
    const issued = await calls.write('tokens', 201, { name: `Console ${serial}`, role: 'viewer' });
    return { id: textOf(issued, 'id'), secret: textOf(issued, 'secret') };
  }

  async function signInWithNewToken(): Promise<Session & { readonly token: string }> {
    const { id, secret } = await issueToken();
    const session = await signIn(id, secret);
    if (session === undefined) throw new Difference(`the new token ${id} cannot sign in`);
    await expectSignedIn(session);
    return { ...session, token: secret };
  }

  /** With the documents, sessions are lost. */
  const mayBeLost = (): boolean => stores.lostAtMs() !== undefined;

  async function expectSignedIn({ cookie, tokenId }: Session): Promise<void> {
    for (const node of nodesUp()) {
      const answer = await open(node, PAGE, cookie);
      if (answer !== undefined && ![200, 503].includes(answer.status) && !mayBeLost())
        throw new Difference(`${node.name} answers the session of ${tokenId} with ${answer.status}`);
    }
  }

  /** A session that has ended is valid again in an older backup of the documents. */
  async function expectSignedOut({ cookie, tokenId, startedAt }: Session, about: string): Promise<void> {
    for (const node of nodesUp()) {
      const answer = await open(node, PAGE, cookie);
      const isOut = answer?.status === 303 && answer.headers['location']?.startsWith(SIGN_IN) === true;
      if (
        answer !== undefined &&
        !isOut &&
        answer.status !== 503 &&
        (stores.restoredAtMs() ?? -1) < startedAt
      )
        throw new Difference(`${node.name} answers a session of ${tokenId} ${about} with ${answer.status}`);
    }
  }

  async function signOut(): Promise<void> {
    const session = await signInWithNewToken();
    const page = await until(PAGE, session.cookie, [200, 303]);
    if (page.status === 303) return;
    await until('/console/sign-out', session.cookie, [303], { csrf: csrfOf(page) });
    await expectSignedOut(session, 'after its end');
  }

  async function revokeToken(): Promise<void> {
    const session = await signInWithNewToken();
    await calls.write(`tokens/${session.tokenId}/revoke`, 200, {});
    await expectSignedOut(session, 'whose token was revoked');
    if ((await signIn(session.tokenId, session.token)) !== undefined)
      throw new Difference(`the revoked token ${session.tokenId} can sign in`);
  }

  const sessionsOf = async ({ tokenId }: Session): Promise<readonly Json[]> =>
    (await calls.list('sessions')).filter((each) => JSON.stringify(each).includes(tokenId));

  async function revokeSession(): Promise<void> {
    const session = await signInWithNewToken();
    const [listed] = await sessionsOf(session);
    if (listed === undefined && mayBeLost()) return;
    if (listed === undefined) throw new Difference(`no session of ${session.tokenId} is in the list`);
    const { status, text } = await calls.ask(`sessions/${textOf(listed, 'id')}/revoke`, {});
    // An attempt without an answer may have ended it.
    if (status !== 200 && status !== 404) throw new Difference(`a session was revoked with ${text}`);
    await expectSignedOut(session, 'that was revoked');
  }

  return {
    async run(continues) {
      for (;;) {
        await scheduler.pause(5_000 + random.below(30_000));
        if (!continues()) return;
        await random.pick([signOut, revokeToken, revokeSession])();
      }
    },
    async check() {
      const session = await signInWithNewToken();
      if ((await sessionsOf(session)).length !== 1)
        throw new Difference(`the session of ${session.tokenId} is not in the list`);
      if (!random.oneIn(40)) return;
      await scheduler.pause(IDLE_MS + 2 * clockErrorMs + 1_000);
      await expectSignedOut(session, 'that nobody has used');
      if ((await sessionsOf(session)).length > 0)
        throw new Difference(`the session of ${session.tokenId} is in the list, although it has ended`);
    },
  };
}

const csrfOf = ({ text }: Answer): string => /name="csrf"\s+value="([^"]+)"/.exec(text)?.[1] ?? '';

/** The pair that the browser sends back. */
const cookieOf = ({ headers }: Answer, name: string): string =>
  new RegExp(`${name}=[^;,]+`).exec(headers['set-cookie'] ?? '')?.[0] ?? '';
