/** Requests hosted pages with a plain HTTP client. */
import { expect } from 'chai';
import { LOCAL_TIMES, LOCAL_TIMES_SOURCE } from '../../src/hosted/page.ts';

export type HostedPage = {
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The one heading of the first rank. */
  readonly heading: string;
  /** Where a redirect leads, as a whole address. */
  readonly location: string | undefined;
};

type Sent = {
  readonly fields?: Readonly<Record<string, string>>;
  readonly raw?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: string;
};

const FORM_TYPE = 'application/x-www-form-urlencoded';

/** Requests a page without following redirects, and checks the properties that every page must have. */
export async function openPage(url: string, sent: Sent = {}): Promise<HostedPage> {
  const body =
    sent.raw ?? (sent.fields === undefined ? undefined : new URLSearchParams(sent.fields).toString());
  const response = await fetch(url, {
    method: sent.method ?? (body === undefined ? 'GET' : 'POST'),
    redirect: 'manual',
    headers: { ...(body === undefined ? {} : { 'Content-Type': FORM_TYPE }), ...sent.headers },
    ...(body === undefined ? {} : { body }),
  });
  const { status, headers } = response;
  const text = await response.text();
  const location = headers.get('location');
  const page: HostedPage = {
    url,
    status,
    headers,
    text,
    heading: (/<h1>([^]*?)<\/h1>/.exec(text)?.[1] ?? '').trim(),
    location: location === null ? undefined : new URL(location, url).href,
  };
  expectWellFormed(page, sent.method ?? 'GET');
  return page;
}

/** Submits the form of a page with these fields. */
export const submitForm = (page: HostedPage, fields: Readonly<Record<string, string>>): Promise<HostedPage> =>
  openPage(page.url, { fields: { ...hiddenFields(page), ...fields } });

/** Hidden fields of the form. */
export const hiddenFields = ({ text }: HostedPage): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/<input\s+type="hidden"\s+name="(\w+)"\s+value="([^"]*)"/g)].map(
      ([, name = '', value = '']) => [name, value],
    ),
  );

/** Error messages by field name. */
export const fieldErrorsOf = ({ text }: HostedPage): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/class="message" id="(\w+)-error">([^]*?)<\/span/g)].map(
      ([, name = '', message = '']) => [name, message.trim()],
    ),
  );

/** A directive of the page's content security policy. */
export const directive = ({ headers }: HostedPage, name: string): string | undefined =>
  (headers.get('content-security-policy') ?? '')
    .split('; ')
    .find((each) => each.startsWith(`${name} `))
    ?.slice(name.length + 1);

function expectWellFormed(page: HostedPage, method: string): void {
  const { headers, status, text } = page;
  expect(headers.get('cache-control')).to.equal('no-store');
  expect(headers.get('referrer-policy')).to.equal('no-referrer');
  expect(headers.get('x-content-type-options')).to.equal('nosniff');
  expect(headers.get('request-id')).to.match(/^req_/);
  expect(headers.get('set-cookie')).to.equal(null);
  expect(directive(page, 'default-src')).to.equal("'none'");
  expect(directive(page, 'frame-ancestors')).to.equal("'none'");
  expect(directive(page, 'base-uri')).to.equal("'none'");
  expect(directive(page, 'form-action')).to.match(/^'self'/);
  expect(directive(page, 'style-src')).to.match(/^'sha256-[\w+/=]+'(?: 'sha256-[\w+/=]+')?$/);
  if (status === 303) return;
  expect(headers.get('content-type')).to.equal('text/html; charset=utf-8');
  if (method === 'HEAD') return;
  expect(text).to.match(/^<!doctype html>/);
  expect(text.match(/<h1>/g), text).to.have.length(1);
  // The policy allows one script, by its hash.
  expect(directive(page, 'script-src')).to.equal(LOCAL_TIMES_SOURCE);
  expect(text.replace(`<script>${LOCAL_TIMES}</script>`, '')).to.not.match(
    /<script|javascript:|<[^>]*\son\w+=/i,
  );
}
