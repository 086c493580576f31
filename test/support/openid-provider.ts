/** A real OpenID Connect provider: oidc-provider, in this process. Its accounts have a name and groups. */
import { createServer } from 'node:http';
import { createSign, generateKeyPairSync } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';
import { expect } from 'chai';

export type Account = { name: string; groups: readonly string[] };

export type OpenidProvider = {
  /** On `localhost`, which browsers treat as another site than `127.0.0.1`. */
  readonly issuer: string;
  /** By subject. Tests change them. */
  readonly accounts: Map<string, Account>;
  /** Whether the token endpoint signs ID tokens with a key that is not the provider's. */
  signsWithAnotherKey: boolean;
  /** The configuration of a service with this provider. */
  readonly settings: object;
  /** Registers the service, whose address is known once it runs. */
  register(serviceUrl: string): void;
  close(): Promise<void>;
};

const CLIENT_ID = 'ledger-console';
const CLIENT_SECRET = 'a-secret-of-the-console-in-tests';

export async function startOpenidProvider(): Promise<OpenidProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  const accounts = new Map<string, Account>();

  const started: OpenidProvider = {
    signsWithAnotherKey: false,
    issuer,
    accounts,
    settings: {
      console: {
        oidc: {
          ...{ issuer, client_id: CLIENT_ID, client_secret: CLIENT_SECRET, label: 'Example sign-on' },
          roles: { admin: ['ledger-admins'], reviewer: ['ledger-reviewers'] },
        },
        token_sign_in: true,
      },
    },
    register(serviceUrl) {
      const provider = new Provider(issuer, {
        clients: [
          {
            client_id: CLIENT_ID,
            client_secret: CLIENT_SECRET,
            redirect_uris: [`${serviceUrl}/console/sign-in/callback`],
            post_logout_redirect_uris: [`${serviceUrl}/console/sign-in`],
          },
        ],
        pkce: { required: () => true },
        claims: { openid: ['sub'], profile: ['name', 'groups'] },
        cookies: { keys: ['a key of the tests'] },
        findAccount: (_context, sub) => {
          const account = accounts.get(sub);
          return account && { accountId: sub, claims: () => ({ sub, ...account }) };
        },
      });
      provider.use(async (context, next) => {
        await next();
        // The body of the token endpoint. The library declares it as unknown.
        const body = context.body as { id_token?: string } | undefined;
        if (started.signsWithAnotherKey && body?.id_token !== undefined)
          context.body = { ...body, id_token: signedWithAnotherKey(body.id_token) };
      });
      server.on('request', (req, res) => void provider.callback()(req, res));
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return started;
}

/** The same claims, with the header of the provider's key and a signature of another one. */
function signedWithAnotherKey(idToken: string): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const signed = idToken.split('.').slice(0, 2).join('.');
  return `${signed}.${createSign('RSA-SHA256').update(signed).sign(privateKey, 'base64url')}`;
}

/** A browser without scripts: follows redirects, and keeps cookies of each host. */
export class Visitor {
  readonly #cookies = new Map<string, Map<string, string>>();

  async fetch(
    url: string,
    form?: Readonly<Record<string, string>>,
  ): Promise<{ url: string; status: number; text: string; location: string | null }> {
    const { host } = new URL(url);
    const jar = this.#cookies.get(host) ?? new Map<string, string>();
    this.#cookies.set(host, jar);
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { Cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      if (/Max-Age=0|expires=Thu, 01 Jan 1970/i.test(line)) jar.delete(pair.slice(0, at));
      else jar.set(pair.slice(0, at), pair.slice(at + 1));
    }
    const location = response.headers.get('location');
    return {
      url,
      status: response.status,
      text: await response.text(),
      location: location && new URL(location, url).href,
    };
  }

  /** Follows redirects. */
  async open(url: string, form?: Readonly<Record<string, string>>) {
    let page = await this.fetch(url, form);
    for (let steps = 0; page.location !== null; steps++) {
      expect(steps).to.be.lessThan(12);
      page = await this.fetch(page.location);
    }
    return page;
  }

  /** Signs in at the provider, and returns the page of the service that it leads to. */
  async signInAt(serviceUrl: string, subject: string, to = '') {
    const start = `${serviceUrl}/console/sign-in/provider${to === '' ? '' : `?to=${encodeURIComponent(to)}`}`;
    const page = await this.consent(await this.open(start), subject);
    return page;
  }

  /** Fills in the forms of the provider: the sign-in, and the consent. */
  async consent(first: { url: string; status: number; text: string }, subject: string) {
    let page = first;
    for (let form = /action="([^"]*\/interaction\/[^"]*)"/.exec(page.text); form !== null;) {
      const isLogin = page.text.includes('name="login"');
      const fields = isLogin ? { prompt: 'login', login: subject, password: 'x' } : { prompt: 'consent' };
      page = await this.open(new URL(form[1] ?? '', page.url).href, fields);
      form = /action="([^"]*\/interaction\/[^"]*)"/.exec(page.text);
    }
    return page;
  }
}
