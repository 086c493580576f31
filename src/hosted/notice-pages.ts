/** Pages without a form: results and errors. They say what to do next and contain no personal data. */
import { html, type Html } from '../web/html.ts';
import type { Language, MessageName } from './languages/language.ts';
import type { Page } from './page.ts';

export const testModeNotice = ({ text }: Language): Html =>
  html`<div class="notice">
    <strong>${text('test_mode.title')}</strong> <span>${text('test_mode.text')}</span>
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

/** The title of a page about a problem. The message with `_text` says what to do. */
type Problem = Exclude<Extract<MessageName, `link.${string}` | `problem.${string}`>, `${string}_text`>;

const problemPage = ({ text }: Language, status: number, title: Problem, more: Partial<Page> = {}): Page => ({
  status,
  title: text(title),
  content: notice({
    tone: title === 'link.used' ? 'good' : 'stop',
    title: text(title),
    text: text(`${title}_text`),
  }),
  ...more,
});

export const unknownLink = (language: Language): Page => problemPage(language, 404, 'link.unknown');
export const expiredLink = (language: Language): Page => problemPage(language, 410, 'link.expired');
export const usedLink = (language: Language): Page => problemPage(language, 410, 'link.used');
export const tooLarge = (language: Language): Page =>
  problemPage(language, 413, 'problem.too_large', { closesConnection: true });
export const unreadableForm = (language: Language): Page => problemPage(language, 415, 'problem.unreadable');
export const crossSiteRejected = (language: Language): Page =>
  problemPage(language, 403, 'problem.cross_site');
export const methodNotAllowed = (language: Language): Page =>
  problemPage(language, 405, 'problem.method', { allow: 'GET, HEAD, POST' });
export const termsMissing = (language: Language): Page => problemPage(language, 503, 'problem.no_terms');
export const temporarilyUnavailable = (language: Language): Page =>
  problemPage(language, 503, 'problem.unavailable');
export const internalError = (language: Language): Page => problemPage(language, 500, 'problem.internal');
