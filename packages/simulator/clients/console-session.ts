/** The console as one operator's browser uses it, at any node. It signs in again when its session is lost. */
import { Difference } from '../checks/difference.ts';
import type { Cluster } from '../cluster/cluster.ts';
import type { Random } from '../commands/random.ts';
import type { BuiltRequest } from '../commands/request.ts';
import type { Answer } from '../model/prediction.ts';
import type { Scheduler } from '../scheduler/scheduler.ts';

type Fields = Readonly<Record<string, string>>;

export type ConsoleSession = {
  get(path: string, query?: readonly (readonly [string, string])[]): Promise<Answer>;
  /** Opens a page that must have a form, and sends the form with these fields until it is answered. */
  submit(path: string, query: readonly (readonly [string, string])[], fields: Fields): Promise<Answer>;
};

export type ConsoleSessionOptions = {
  readonly cluster: Cluster;
  readonly scheduler: Scheduler;
  readonly random: Random;
  readonly token: string;
};

const ANSWERED_WITHIN_MS = 15 * 60_000;
const SIGN_IN = '/console/sign-in';

export function createConsoleSession(options: ConsoleSessionOptions): ConsoleSession {
  const { cluster, scheduler, random, token } = options;
  const cookies = new Map<string, string>();

  async function send(path: string, form?: Fields): Promise<Answer> {
    const startedAt = scheduler.now();
    for (;;) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const node = random.pickAny(cluster.nodes.filter(({ state }) => state === 'up'));
      const answer = node && (await cluster.request(node, '', requestTo(path, cookie, form)));
      if (answer !== undefined && answer.status < 500) {
        for (const line of (answer.headers['set-cookie'] ?? '').split('\n')) keep(line);
        return answer;
      }
      if (scheduler.now() > startedAt + ANSWERED_WITHIN_MS)
        throw new Difference(`${path} is not answered: ${answer?.status ?? 'no answer'}`);
      await scheduler.pause(50 + random.below(400));
    }
  }

  function keep(line: string): void {
    const [pair = ''] = line.split('; ');
    const at = pair.indexOf('=');
    if (at > 0) cookies.set(pair.slice(0, at), pair.slice(at + 1));
  }

  async function signIn(): Promise<void> {
    const { csrf = '' } = hiddenFields(await send(SIGN_IN));
    await send(SIGN_IN, { csrf, token });
  }

  /** The session is a document, so it may be lost, too. */
  async function signedIn(work: () => Promise<Answer>): Promise<Answer> {
    for (let tries = 0; ; tries += 1) {
      const answer = await work();
      if (answer.status !== 303 || !(answer.headers['location'] ?? '').startsWith(SIGN_IN)) return answer;
      if (tries > 20) throw new Difference('an operator cannot sign in to the console');
      await signIn();
    }
  }

  const get: ConsoleSession['get'] = (path, query = []) => {
    const search = new URLSearchParams(
      [...query].map(([name, value]): [string, string] => [name, value]),
    ).toString();
    return signedIn(() => send(search === '' ? path : `${path}?${search}`));
  };

  return {
    get,
    async submit(path, query, fields) {
      let first: Fields | undefined;
      return signedIn(async () => {
        const page = await get(path, query);
        if (page.status !== 200) throw new Difference(`${path} was answered with ${page.status}`);
        const { csrf = '', ...hidden } = hiddenFields(page);
        // The form of the first page says what is sent; a new session has another token.
        first ??= hidden;
        return send(path, { ...first, ...fields, csrf });
      });
    },
  };
}

const requestTo = (path: string, cookie: string, form: Fields | undefined): BuiltRequest => ({
  ...{ operation: 'console', key: 'operator', method: form === undefined ? 'GET' : 'POST', path },
  ...{ params: {}, query: {}, body: {}, hasBody: false, idempotencyKey: undefined, isSandboxOnly: false },
  caller: { book: undefined, mayWrite: true, isSandbox: true },
  headers: { cookie },
  ...(form && { form }),
});

/** Of the form in the page's content. */
function hiddenFields({ text }: Answer): Record<string, string> {
  const form = text.slice(Math.max(text.lastIndexOf('data-once'), text.indexOf('id="content"')));
  return Object.fromEntries(
    [...form.matchAll(/<input\s+type="hidden"\s+name="(\w+)"\s+value="([^"]*)"/g)].map(
      ([, name = '', value = '']): [string, string] => [name, value],
    ),
  );
}
