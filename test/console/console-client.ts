/** An HTTP client for the console that stores cookies, submits forms, and does not follow redirects. */
import { expect } from 'chai';
import { PRINTABLE_POLICY } from '../../src/formats/printable-page.ts';

export type ConsoleResponse = {
  readonly path: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The heading of the first rank. */
  readonly heading: string;
  /** Where a redirect leads. */
  readonly location: string | null;
};

type Fields = Readonly<Record<string, string>>;

export type ConsoleClient = {
  get(path: string, headers?: Fields): Promise<ConsoleResponse>;
  /** Sends a form as it is. */
  post(path: string, fields: Fields, headers?: Fields): Promise<ConsoleResponse>;
  /** Opens a page, fills in its form, and sends it. */
  submitForm(path: string, fields: Fields): Promise<ConsoleResponse>;
  /** The same, and follows the redirect that it must come to. */
  performAction(path: string, fields: Fields): Promise<ConsoleResponse>;
  /** Opens a page, fills in its form with a file, and sends it. */
  upload(path: string, fields: Fields, file: File, field?: string): Promise<ConsoleResponse>;
  signIn(token: string): Promise<ConsoleResponse>;
  cookies(): ReadonlyMap<string, string>;
  setCookie(name: string, value: string): void;
};

export function createConsoleClient(url: string): ConsoleClient {
  const cookies = new Map<string, string>();

  async function send(
    method: string,
    path: string,
    body?: string | FormData,
    headers: Fields = {},
  ): Promise<ConsoleResponse> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(`${url}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(cookie === '' ? {} : { Cookie: cookie }),
        ...(typeof body !== 'string' ? {} : { 'Content-Type': 'application/x-www-form-urlencoded' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    });
    for (const line of response.headers.getSetCookie()) keep(line);
    const text = await response.text();
    const heading = (/<h1>([^]*?)<\/h1>/.exec(text)?.[1] ?? '').replace(/\s+/g, ' ').trim();
    const shown = { path, status: response.status, headers: response.headers, text, heading };
    expectGuarded(shown);
    return { ...shown, location: response.headers.get('location') };
  }

  function keep(line: string): void {
    const [pair = '', ...attributes] = line.split('; ');
    const [name = '', value = ''] = pair.split('=');
    if (attributes.includes('Max-Age=0')) cookies.delete(name);
    else cookies.set(name, value);
  }

  const client: ConsoleClient = {
    get: (path, headers) => send('GET', path, undefined, headers),
    post: (path, fields, headers) => send('POST', path, new URLSearchParams(fields).toString(), headers),
    async submitForm(path, fields) {
      const page = await client.get(path);
      expect(page.status, `${path}: ${page.heading}`).to.equal(200);
      return client.post(path, { ...hiddenFieldsOf(page), ...fields });
    },
    async performAction(path, fields) {
      const answer = await client.submitForm(path, fields);
      expect(answer.status, `${path}: ${answer.heading} ${errorSummaryOf(answer)}`).to.equal(303);
      return client.get((answer.location ?? '').replace(/#.*/, ''));
    },
    async upload(path, fields, file, field = 'file') {
      const form = new FormData();
      const all = { ...hiddenFieldsOf(await client.get(path)), ...fields };
      for (const [name, value] of Object.entries(all)) form.set(name, value);
      form.set(field, file);
      return send('POST', path, form);
    },
    signIn: (token) => client.submitForm('/console/sign-in', { token }),
    cookies: () => cookies,
    setCookie: (name, value) => void cookies.set(name, value),
  };
  return client;
}

/** Hidden fields of the page's form, excluding the sign-out form. */
export function hiddenFieldsOf({ text }: Pick<ConsoleResponse, 'text'>): Record<string, string> {
  const form = text.slice(Math.max(text.lastIndexOf('data-once'), text.indexOf('id="content"')));
  return Object.fromEntries(
    [...form.matchAll(/<input\s+type="hidden"\s+name="(\w+)"\s+value="([^"]*)"/g)].map(
      ([, name = '', value = '']) => [name, value],
    ),
  );
}

/** Error messages by field name. */
export const fieldErrorsOf = ({ text }: Pick<ConsoleResponse, 'text'>): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/class="message" id="(\w+)-error"[^>]*>([^]*?)<\/span/g)].map(
      ([, name = '', message = '']) => [name, message.trim()],
    ),
  );

/** The error summary above the form. */
export const errorSummaryOf = ({ text }: Pick<ConsoleResponse, 'text'>): string =>
  (/<div class="problems"[^]*?<\/div>/.exec(text)?.[0] ?? '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** The flash message. */
export const flashOf = ({ text }: Pick<ConsoleResponse, 'text'>): string =>
  (/class="flash"[^]*?<p>([^]*?)<\/p>/.exec(text)?.[1] ?? '').trim();

export const secretOf = ({ text }: Pick<ConsoleResponse, 'text'>): string | undefined =>
  /class="secret">\s*<code>([^<]+)</.exec(text)?.[1];

/** The visible text of the page. */
export const visibleText = ({ text }: Pick<ConsoleResponse, 'text'>): string =>
  text
    .slice(text.indexOf('id="content"'))
    .replace(/<wbr[^>]*>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#39;/g, '’')
    .replace(/\s+/g, ' ');

/** Checks the properties that every response must have. */
function expectGuarded({ path, headers, status, text }: Omit<ConsoleResponse, 'location'>): void {
  if (path.startsWith('/console/assets/')) return;
  const policy = headers.get('content-security-policy') ?? '';
  if (policy === PRINTABLE_POLICY) {
    expect(text, path).to.not.match(/<script|\sstyle=|<form|\son\w+=/i);
    return;
  }
  expect(policy, path).to.match(
    /^default-src 'none'; style-src 'nonce-[\w+/=]+'; script-src 'nonce-[\w+/=]+';/,
  );
  expect(policy).to.include("frame-ancestors 'none'").and.to.include("form-action 'self'");
  expect(policy).to.include("base-uri 'none'").and.not.to.include('unsafe');
  expect(headers.get('cache-control')).to.equal('no-store');
  expect(headers.get('x-frame-options')).to.equal('DENY');
  expect(headers.get('x-content-type-options')).to.equal('nosniff');
  expect(headers.get('request-id')).to.match(/^req_/);
  if (status === 303 || !(headers.get('content-type') ?? '').startsWith('text/html')) return;
  expect(text.match(/<h1>/g), path).to.have.length(1);
  expect(text, path).to.not.match(/<style|\sstyle=|javascript:|<[^>]*\son\w+=/i);
  const nonce = /style-src 'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
  for (const [script] of text.matchAll(/<script[^>]*>/g)) expect(script).to.include(`nonce="${nonce}"`);
  for (const [, form = ''] of text.matchAll(/<form method="post"([^]*?)<\/form>/g))
    expect(form, path).to.include('name="csrf"');
}
