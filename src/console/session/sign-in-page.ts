/** The sign-in page. */
import { html } from '../../web/html.ts';
import type { Html } from '../../web/html.ts';
import type { SignInSettings } from '../../operator/operations/sign-in-settings.ts';

/** Allowed redirect targets after sign-in: paths within the console, with their query. */
export const RETURN_PATH = /^\/console(?:\/[\w-][\w.-]*)*\/?(?:\?[\w.%+&=~*:-]*)?$/;

/** The form for a token, and the link to the provider. `message` is about the last attempt. */
export const signInHtml = (
  { tokens, provider }: SignInSettings,
  to: string,
  csrf: string,
  message: string | undefined,
): Html =>
  html`<h1>Sign in</h1>
    <p class="muted">The session ends after 30 minutes without activity.</p>
    ${
      provider !== null &&
      html`${!tokens && message !== undefined && html`<p class="message" role="alert">${message}</p>`}
        <p><a class="button main wide" href="${providerUrl(to)}">Sign in with ${provider.label}</a></p>`
    }
    ${tokens && tokenForm(to, csrf, message)}`;

const providerUrl = (to: string): string =>
  RETURN_PATH.test(to)
    ? `/console/sign-in/provider?${new URLSearchParams({ to }).toString()}`
    : '/console/sign-in/provider';

const tokenForm = (to: string, csrf: string, message: string | undefined): Html =>
  html`<form method="post" action="/console/sign-in">
    <input type="hidden" name="csrf" value="${csrf}" />
    ${RETURN_PATH.test(to) && html`<input type="hidden" name="to" value="${to}" />`}
    <input type="text" name="username" value="operator" autocomplete="username" hidden />
    <div class="field">
      <label for="token">Operator token</label>
      ${message !== undefined && html`<span class="message" id="token-error" role="alert">${message}</span>`}
      <input
        id="token"
        name="token"
        type="password"
        autocomplete="current-password"
        spellcheck="false"
        maxlength="100"
        required
        autofocus
        ${message === undefined ? undefined : html`aria-describedby="token-error" aria-invalid="true"`}
      />
    </div>
    <button class="button main wide">Sign in</button>
  </form>`;
