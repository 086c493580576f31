/**
 * `fetch` with node:http, for the calls of a command. Node takes about 0.1 s to load its own `fetch`, which is a third of the
 * time that a short command takes. Bodies of requests are texts, redirects are not followed, and responses are read whole,
 * except downloads.
 */
import { request as requestHttp, type IncomingMessage } from 'node:http';

type HttpRequest = {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  readonly signal: AbortSignal;
};

/** What callers use of a Response. */
type HttpResponse = Pick<Response, 'status' | 'text'> & { readonly headers: Pick<Headers, 'get'> };

/** Rejects if the connection fails or the signal aborts. */
export async function httpFetch(
  url: string,
  { method, headers, body = '', signal }: HttpRequest,
): Promise<HttpResponse> {
  const request = await requestFor(url);
  return new Promise((resolve, reject) => {
    const length = body === '' ? {} : { 'Content-Length': Buffer.byteLength(body) };
    request(url, { method, headers: { ...headers, ...length }, signal }, (response) => {
      readAll(response).then((text) => {
        resolve({
          status: response.statusCode ?? 0,
          headers: { get: (name) => response.headers[name.toLowerCase()]?.toString() ?? null },
          text: () => Promise.resolve(text),
        });
      }, reject);
    })
      .on('error', reject)
      .end(body);
  });
}

/** TLS takes some milliseconds to load. */
const requestFor = async (url: string): Promise<typeof requestHttp> =>
  url.startsWith('https:') ? (await import('node:https')).request : requestHttp;

const SILENCE_MS = 60_000;

/** Sends a GET request and resolves when the response begins. Rejects if the connection fails or is silent for too long. */
export async function openDownload(
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<IncomingMessage> {
  const request = await requestFor(url);
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers }, resolve).on('error', reject);
    sent.setTimeout(SILENCE_MS, () => sent.destroy(new Error('The service sent nothing for a minute.')));
    sent.end();
  });
}

export async function readAll(response: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += String(chunk);
  return text;
}
