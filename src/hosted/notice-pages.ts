/** Pages without a form: how something stands, and what went wrong. They say what to do next, and nothing of anybody. */
import { html } from '../web/html.ts';
import type { Html } from '../web/html.ts';
import type { Page } from './page.ts';

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
    'It may be incomplete, or a newer one may have taken its place. Open the newest link that you were sent, or ask for another one.',
  );

export const expiredLink = (): Page =>
  problemPage(
    410,
    'This link has expired',
    'For your safety, links work for a limited time only. Ask whoever sent it to you for a new one.',
  );

export const usedLink = (): Page => ({
  ...problemPage(410, 'This link was used already', ''),
  content: notice({
    tone: 'good',
    title: 'This link was used already',
    text: 'Each link works once, and this one has done its work. There is nothing more to do here; you can close this page.',
  }),
});

export const tooLarge = (): Page =>
  problemPage(413, 'That was too much', 'Go back, shorten what you entered, and send it again.', {
    closesConnection: true,
  });

export const unreadableForm = (): Page =>
  problemPage(415, 'That can’t be read', 'Open the link again and use the form on the page.');

export const crossSiteRejected = (): Page =>
  problemPage(
    403,
    'That didn’t come from this page',
    'Nothing was changed. Open the link again and use the form on the page.',
  );

export const methodNotAllowed = (): Page =>
  problemPage(405, 'That isn’t possible here', 'Open the link in a browser.', {
    allow: 'GET, HEAD, POST',
  });

export const temporarilyUnavailable = (): Page =>
  problemPage(
    503,
    'We can’t do that right now',
    'Nothing was lost. Wait a moment, then go back and try again.',
  );

export const internalError = (): Page =>
  problemPage(500, 'Something broke on our side', 'Wait a moment, then go back and try again.');
