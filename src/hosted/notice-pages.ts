/** Pages without a form: results and errors. They say what to do next and contain no personal data. */
import { html } from '../web/html.ts';
import type { Html } from '../web/html.ts';
import type { Page } from './page.ts';

export const TEST_MODE_NOTICE: Html = html`<div class="notice">
  <strong>Test mode</strong> <span>No real money moves.</span>
</div>`;

type Tone = 'good' | 'wait' | 'stop';

const SHAPES: Readonly<Record<Tone, Html>> = {
  good: html`<path d="m5 12.5 4.5 4.5L19 7.5" />`,
  wait: html`<circle cx="12" cy="12" r="9" /> <path d="M12 7v5.2l3.2 2" />`,
  stop: html`<circle cx="12" cy="12" r="9" /> <path d="M12 7.5v5.5M12 16.4v.1" />`,
};

const seal = (tone: Tone): Html =>
  html`<div class="seal" data-tone="${tone}">
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
      fill="none"
      stroke="currentColor"
      stroke-width="2.2"
      stroke-linecap="round"
      stroke-linejoin="round"
    >
      ${SHAPES[tone]}
    </svg>
  </div>`;

export type Notice = {
  readonly tone: Tone;
  readonly title: string;
  readonly text: string;
  readonly details?: Html | undefined;
};

export const notice = ({ tone, title, text, details }: Notice): Html =>
  html`${seal(tone)}
    <h1>${title}</h1>
    ${details}
    <p>${text}</p>`;

const problemPage = (status: number, title: string, text: string, more: Partial<Page> = {}): Page => ({
  status,
  title,
  content: notice({ tone: 'stop', title, text }),
  ...more,
});

export const unknownLink = (): Page =>
  problemPage(
    404,
    'This link doesn’t work',
    'The link may be incomplete, or a newer link may have replaced it. Open the newest link you received, or ask for a new one.',
  );

export const expiredLink = (): Page =>
  problemPage(
    410,
    'This link has expired',
    'To protect you, links expire after a while. Ask the company that sent you this link for a new one.',
  );

export const usedLink = (): Page => ({
  ...problemPage(410, 'This link was already used', ''),
  content: notice({
    tone: 'good',
    title: 'This link was already used',
    text: 'Each link works only once. There is nothing left to do; you can close this page.',
  }),
});

export const tooLarge = (): Page =>
  problemPage(413, 'Your entries are too long', 'Go back, shorten them, and submit the form again.', {
    closesConnection: true,
  });

export const unreadableForm = (): Page =>
  problemPage(415, 'We couldn’t read the form', 'Open the link again and use the form on the page.');

export const crossSiteRejected = (): Page =>
  problemPage(
    403,
    'The form was not sent from this page',
    'Nothing has changed. Open the link again and use the form on the page.',
  );

export const methodNotAllowed = (): Page =>
  problemPage(405, 'This page can only be opened in a browser', 'Open the link in a browser.', {
    allow: 'GET, HEAD, POST',
  });

export const termsMissing = (): Page =>
  problemPage(
    503,
    'The terms are not available',
    'You cannot accept them yet. Contact the company that sent you this link. The link keeps working.',
  );

export const temporarilyUnavailable = (): Page =>
  problemPage(
    503,
    'We can’t process this right now',
    'Nothing was lost. Wait a moment, go back, and try again.',
  );

export const internalError = (): Page =>
  problemPage(
    500,
    'Something went wrong',
    'The problem is on our side. Wait a moment, go back, and try again.',
  );
