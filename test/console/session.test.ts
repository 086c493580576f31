/** Console sign-in, sessions, and CSRF protection. */
import { expect } from 'chai';
import {
  IDLE_TIMEOUT_MS,
  LIFETIME_MAX_MS,
  createCookie,
  Sessions,
  type Session,
} from '../../src/console/session/sessions.ts';
import { createSignInAttempts } from '../../src/console/session/sign-in.ts';
import { newOperatorToken } from '../../src/platform/credentials.ts';
import type { TokenRecord } from '../../src/platform/platform.ts';
import type { DocumentStore } from '../../src/read-models/port.ts';
import { createMemoryDocumentStore } from '../../src/read-models/stores/memory.ts';
import { expectBody } from '../support/api-steps.ts';
import {
  startServiceWithOperators,
  type RoleName,
  type ServiceWithOperators,
} from '../support/service-with-operators.ts';
import { latch, until } from '../support/writer.ts';
import {
  createConsoleClient,
  fieldErrorsOf,
  hiddenFieldsOf,
  visibleText,
  type ConsoleClient,
} from './console-client.ts';

describe('Signing in to the console', () => {
  let service: ServiceWithOperators;
  let client: ConsoleClient;
  before(async () => (service = await startServiceWithOperators()));
  after(() => service.close());
  beforeEach(() => (client = createConsoleClient(service.url)));

  const newToken = async (role: RoleName = 'viewer'): Promise<{ id: string; secret: string }> =>
    expectBody(await service.admin.post('/operator/v1/tokens', { name: `A ${role}`, role }), 201);

  it('returns to the requested page with its query, and never leaves the console', async () => {
    const to = async (path: string): Promise<string | null> => {
      const { location } = await client.get(path);
      return new URL(location ?? '', service.url).searchParams.get('to');
    };
    expect(await to('/console/search?q=order+12')).to.equal('/console/search?q=order+12');
    expect(await to('/console/rails?q=a;b')).to.equal('/console/rails');
    expect(await to('/console//elsewhere.example')).to.equal(null);
    const { secret } = await newToken();
    for (const out of ['//elsewhere.example', '/console//elsewhere.example', '/console/../docs']) {
      const form = hiddenFieldsOf(await client.get('/console/sign-in'));
      const back = await client.post('/console/sign-in', { ...form, token: secret, to: out });
      expect(back.location, out).to.equal('/console');
    }
  });

  it('redirects to the overview or to the requested page', async () => {
    const away = await client.get('/console/rails');
    expect([away.status, away.location]).to.deep.equal([303, '/console/sign-in?to=%2Fconsole%2Frails']);
    const { secret } = await newToken();
    const form = hiddenFieldsOf(await client.get(away.location ?? ''));
    const back = await client.post('/console/sign-in', { ...form, token: secret });
    expect([back.status, back.location]).to.deep.equal([303, '/console/rails']);
    expect((await client.get('/console/rails')).heading).to.equal('Rails');
    expect((await createConsoleClient(service.url).get('/console')).location).to.equal('/console/sign-in');
  });

  it('never redirects to another site', async () => {
    const { secret } = await newToken();
    for (const to of ['//evil.example', 'https://evil.example/console', '/console//evil@x', '/v1/users']) {
      const fields = { ...hiddenFieldsOf(await client.get('/console/sign-in')), to, token: secret };
      expect((await client.post('/console/sign-in', fields)).location).to.match(
        /^\/console(\/\/?evil)?$|^\/console$/,
      );
    }
  });

  it('sets a cookie that scripts and other sites cannot read', async () => {
    const { secret } = await newToken();
    const answer = await client.signIn(secret);
    const cookie = answer.headers.getSetCookie().find((each) => each.startsWith('svc_console='));
    expect(cookie).to.match(/^svc_console=[\w-]{43}; HttpOnly; SameSite=Strict; Path=\/console$/);
    expect(cookie).to.not.include(secret);
  });

  it('uses a cookie with the __Host- prefix over HTTPS', () => {
    const cookie = createCookie('svc_console', () => true);
    expect(cookie.set('x')).to.equal('__Host-svc_console=x; HttpOnly; SameSite=Strict; Secure; Path=/');
  });

  it('rejects an invalid token with an error at the field', async () => {
    for (const token of ['', 'svc_op_x', `svc_op_${'A'.repeat(43)}`, service.credentials.sandbox_api_key]) {
      const answer = await client.signIn(token);
      expect(answer.status).to.equal(401);
      expect(fieldErrorsOf(answer)['token']).to.match(/Invalid operator token/);
      expect(answer.text).to.not.include(service.credentials.sandbox_api_key);
    }
  });

  it('requires the form that was shown in this browser', async () => {
    const { secret } = await newToken();
    const form = hiddenFieldsOf(await client.get('/console/sign-in'));
    expect(
      (await createConsoleClient(service.url).post('/console/sign-in', { ...form, token: secret })).status,
    ).to.equal(403);
    expect((await client.post('/console/sign-in', { token: secret })).status).to.equal(403);
    const foreign = { Origin: 'https://evil.example' };
    expect((await client.post('/console/sign-in', { ...form, token: secret }, foreign)).status).to.equal(403);
    expect(client.cookies().has('svc_console')).to.equal(false);
  });

  it('ends the session on sign-out, even for a saved cookie', async () => {
    await client.signIn((await newToken()).secret);
    const cookie = client.cookies().get('svc_console') ?? '';
    const csrf = /name="csrf"\s+value="([^"]+)"/.exec((await client.get('/console')).text)?.[1] ?? '';
    expect((await client.post('/console/sign-out', { csrf: 'x' })).location).to.equal('/console');
    expect((await client.get('/console')).status).to.equal(200);
    expect((await client.post('/console/sign-out', { csrf })).location).to.equal('/console/sign-in');
    client.setCookie('svc_console', cookie);
    expect((await client.get('/console')).status).to.equal(303);
  });

  it('ends the session at the next request after the token is revoked', async () => {
    const { id, secret } = await newToken();
    await client.signIn(secret);
    expect((await client.get('/console')).status).to.equal(200);
    expectBody(await service.admin.post(`/operator/v1/tokens/${id}/revoke`), 200);
    expect((await client.get('/console')).location).to.equal('/console/sign-in');
    expect((await client.signIn(secret)).status).to.equal(401);
  });

  it('creates a new session for each sign-in', async () => {
    const { secret } = await newToken();
    await client.signIn(secret);
    const first = client.cookies().get('svc_console') ?? '';
    await client.signIn(secret);
    expect(client.cookies().get('svc_console')).to.not.equal(first);
    const other = createConsoleClient(service.url);
    other.setCookie('svc_console', first);
    expect((await other.get('/console')).status, 'the session before').to.equal(303);
  });

  it('rejects forged session cookies', async () => {
    for (const value of ['x', 'A'.repeat(43), '../../etc', '%00']) {
      client.setCookie('svc_console', value);
      expect((await client.get('/console')).status).to.equal(303);
    }
  });

  describe('as a signed-in operator', () => {
    beforeEach(async () => {
      await client.signIn((await newToken('admin')).secret);
    });

    it('rejects forms that were not submitted from the session', async () => {
      const path = '/console/integrators/new';
      const form = { ...hiddenFieldsOf(await client.get(path)), name: 'Forged' };
      const other = createConsoleClient(service.url);
      await other.signIn((await newToken('admin')).secret);
      const { csrf: stolen = '' } = hiddenFieldsOf(await other.get(path));
      expect((await client.post(path, { ...form, csrf: '' })).status).to.equal(403);
      expect((await client.post(path, { ...form, csrf: stolen })).status).to.equal(403);
      expect((await client.post(path, form, { Origin: 'https://evil.example' })).status).to.equal(403);
      expect((await client.post(path, form, { Origin: 'null' })).status).to.equal(403);
      expect((await client.post(path, form, { 'Sec-Fetch-Site': 'cross-site' })).status).to.equal(403);
      expect(visibleText(await client.get('/console/integrators'))).to.not.include('Forged');
      expect((await client.post(path, form, { Origin: service.url })).status).to.equal(303);
    });

    it('shows an error page for a missing page', async () => {
      for (const path of [
        '/console/nothing',
        '/console/users/usr_x',
        '/console/keys/key_00000000',
        '/console/records/x_1',
        `/console/records/whe_${'u'.repeat(26)}`,
      ]) {
        const page = await client.get(path);
        expect([page.status, page.heading], path).to.deep.equal([404, 'Page not found']);
      }
      expect((await client.post('/console/rails', {})).status).to.equal(405);
      expect((await client.get('/console/reviews?after=usr_x')).status).to.equal(400);
      expect((await client.get('/console/reviews?after=a&before=b')).status).to.equal(400);
    });

    it('rejects a form that is too large', async () => {
      const page = await client.post('/console/integrators/new', { name: 'x'.repeat(20_000) });
      expect([page.status, page.heading]).to.deep.equal([413, 'Form too large']);
    });

    it('serves its own assets as immutable files', async () => {
      const { text } = await client.get('/console/health');
      const files = [...text.matchAll(/(?:src|href)="(\/console\/assets\/[^"]+)"/g)].map(
        ([, file = '']) => file,
      );
      expect(files).to.have.length(4);
      for (const file of files) {
        const asset = await client.get(file);
        expect(asset.status, file).to.equal(200);
        expect(asset.headers.get('cache-control')).to.include('immutable');
        expect(asset.headers.get('content-type')).to.match(/^text\/(css|javascript)/);
      }
      expect((await client.get('/console/assets/../../package.json')).status).to.equal(404);
    });
  });

  // Runs last because sign-in is throttled from here on.
  describe('after repeated failures', () => {
    it('throttles failed attempts but accepts a valid token', async () => {
      for (let i = 0; i < 10; i++) await client.signIn('svc_op_x');
      const answer = await client.signIn(`svc_op_${'x'.repeat(43)}`);
      expect(answer.status).to.equal(429);
      expect(Number(answer.headers.get('retry-after'))).to.be.within(1, 600);
      expect((await client.signIn((await newToken()).secret)).status).to.equal(303);
    });
  });
});

describe('Failed sign-in attempts', () => {
  it('count per address for 10 minutes', () => {
    let now = 0;
    const attempts = createSignInAttempts(() => now);
    for (let i = 0; i < 10; i++) {
      expect(attempts.retryAfterSeconds('a')).to.equal(0);
      attempts.recordFailure('a');
    }
    expect(attempts.retryAfterSeconds('a')).to.equal(600);
    expect(attempts.retryAfterSeconds('b')).to.equal(0);
    now = 599_000;
    expect(attempts.retryAfterSeconds('a')).to.equal(1);
    now = 600_001;
    expect(attempts.retryAfterSeconds('a')).to.equal(0);
  });

  it('also count in total', () => {
    const attempts = createSignInAttempts(() => 0);
    for (let i = 0; i < 200; i++) attempts.recordFailure(`address ${i}`);
    expect(attempts.retryAfterSeconds('one more')).to.equal(600);
  });
});

/** Sessions that nobody lists or revokes. */
const noDirectory = {
  directory: {
    put: () => Promise.resolve(),
    remove: () => Promise.resolve(),
    isRevoked: () => Promise.resolve(false),
  },
  signIn: { tokens: true, provider: null },
};

describe('A session', () => {
  it('ends 30 minutes after its last use, and after at most 12 hours', async () => {
    const { id, event } = newOperatorToken('Ona', 'viewer');
    expect(event.type).to.equal('operator_token.issued');
    const token: TokenRecord = {
      id,
      name: 'Ona',
      role: 'viewer',
      created_at: '',
      expires_at: null,
      revoked_at: null,
    };
    // The memory store uses the real clock, so start at the current time.
    const start = Date.now();
    let now = start;
    const sessions = new Sessions({
      records: createMemoryDocumentStore(),
      ...noDirectory,
      platform: () => ({ tokens: new Map([[id, token]]), refresh: () => Promise.resolve() }),
      clock: () => now,
    });
    const idle = await sessions.create(token);
    now = start + IDLE_TIMEOUT_MS - 1;
    expect((await sessions.find(idle))?.token).to.deep.equal({ id, name: 'Ona', role: 'viewer' });
    now += IDLE_TIMEOUT_MS - 1;
    expect(await sessions.find(idle)).to.not.equal(undefined);
    now += IDLE_TIMEOUT_MS;
    expect(await sessions.find(idle)).to.equal(undefined);
    const left = await sessions.create(token);
    // A page that refreshes itself does not prolong the session.
    for (const end = now + IDLE_TIMEOUT_MS; now < end; now += IDLE_TIMEOUT_MS / 10)
      expect(await sessions.find(left, true)).to.not.equal(undefined);
    expect(await sessions.find(left, true)).to.equal(undefined);
    const busy = await sessions.create(token);
    const began = now;
    for (now = began; now < began + LIFETIME_MAX_MS; now += IDLE_TIMEOUT_MS / 2)
      expect(await sessions.find(busy), String(now - began)).to.not.equal(undefined);
    now = began + LIFETIME_MAX_MS;
    expect(await sessions.find(busy)).to.equal(undefined);
  });

  it('continues at a node that has not heard of its token yet', async () => {
    const { id } = newOperatorToken('Ona', 'viewer');
    const token: TokenRecord = {
      id,
      name: 'Ona',
      role: 'viewer',
      created_at: '',
      expires_at: null,
      revoked_at: null,
    };
    const records = createMemoryDocumentStore();
    const sessionsAt = (known: ReadonlyMap<string, TokenRecord>, refresh: () => Promise<void>) =>
      new Sessions({
        ...{ records, ...noDirectory, clock: Date.now },
        platform: () => ({ tokens: known, refresh }),
      });
    const secret = await sessionsAt(new Map([[id, token]]), () => Promise.resolve()).create(token);
    const known = new Map<string, TokenRecord>();
    const late = sessionsAt(known, () => Promise.resolve(void known.set(id, token)));
    expect((await late.find(secret))?.token.id).to.equal(id);
    known.set(id, { ...token, revoked_at: '2030-01-01T00:00:00.000Z' });
    expect(await late.find(secret)).to.equal(undefined);
  });

  it('keeps its end and its flash message despite concurrent requests', async () => {
    const { id } = newOperatorToken('Ona', 'admin');
    const token: TokenRecord = {
      id,
      name: 'Ona',
      role: 'admin',
      created_at: '',
      expires_at: null,
      revoked_at: null,
    };
    const documents = createMemoryDocumentStore();
    const { pass, shut, waiting, open } = latch();
    let now = Date.now();
    const sessionsOn = (records: Pick<DocumentStore, 'getRecord' | 'putRecord' | 'deleteRecord'>) =>
      new Sessions({
        records,
        ...noDirectory,
        platform: () => ({ tokens: new Map([[id, token]]), refresh: () => Promise.resolve() }),
        clock: () => now,
      });
    const sessions = sessionsOn(documents);
    const slow = sessionsOn({
      ...documents,
      async putRecord(...args) {
        await pass();
        return documents.putRecord(...args);
      },
    });
    /** Runs `act` while another request updates the last use of the session. */
    const beside = async (act: (session: Session) => Promise<void>): Promise<Session | undefined> => {
      const secret = await sessions.create(token);
      const session = await sessions.find(secret);
      if (session === undefined) throw new Error('the session was not created');
      now += 61_000;
      shut();
      const looking = slow.find(secret);
      await until(() => waiting() === 1);
      await act(session);
      open();
      await looking;
      return sessions.find(secret);
    };
    expect(await beside((session) => sessions.end(session))).to.equal(undefined);
    const flash = { tone: 'ok', text: 'Made.', secret: { label: 'Key', text: 'svc_live_x' } } as const;
    expect((await beside((session) => sessions.setFlash(session, flash)))?.flash).to.deep.equal(flash);
  });

  it('stores the flash message encrypted', async () => {
    const { id } = newOperatorToken('Ona', 'admin');
    const token: TokenRecord = {
      id,
      name: 'Ona',
      role: 'admin',
      created_at: '',
      expires_at: null,
      revoked_at: null,
    };
    const documents = createMemoryDocumentStore();
    const kept: string[] = [];
    const putRecord: typeof documents.putRecord = (table, key, value, options) => {
      kept.push(key, value);
      return documents.putRecord(table, key, value, options);
    };
    const sessions = new Sessions({
      records: { ...documents, putRecord },
      ...noDirectory,
      platform: () => ({ tokens: new Map([[id, token]]), refresh: () => Promise.resolve() }),
      clock: Date.now,
    });
    const secret = await sessions.create(token);
    const session = await sessions.find(secret);
    if (session === undefined) throw new Error('session not found');
    const flash = {
      tone: 'ok',
      text: 'Issued',
      secret: { label: 'The key', text: 'svc_live_secret' },
    } as const;
    await sessions.setFlash(session, flash);
    expect((await sessions.find(secret))?.flash).to.deep.equal(flash);
    await sessions.clearFlash(session);
    expect((await sessions.find(secret))?.flash).to.equal(undefined);
    expect(kept.join('\n')).to.not.include('svc_live').and.not.to.include(secret);
  });
});
