/** Operator token pages: list, issue, and revoke. */

import type { ConsoleSession, OperatorToken, SignedInOperator } from '../../../generated/api.ts';
import { isProblem, notFoundProblem } from '../../../http/errors.ts';
import { html, type Html } from '../../../web/html.ts';
import { actionRoute } from '../../action-form.ts';
import {
  getFromApi,
  pageQuery,
  personalText,
  type ConsoleRoute,
  type ListPage,
  type PageContext,
  type PageResult,
} from '../../page-context.ts';
import { REASON_FIELD } from '../../ui/form-fields.ts';
import { actionLink, emptyState, panel } from '../../ui/panels.ts';
import { pagedTable, table } from '../../ui/tables.ts';
import { badge, shortIdHtml, textHtml, timestampHtml } from '../../ui/text.ts';

const PATH = '/operator/v1/tokens';
const CRUMBS = [{ label: 'Operators', href: '/console/tokens' }];

async function tokens(context: PageContext): Promise<PageResult> {
  const search = pageQuery(context.query);
  if (isProblem(search)) return search;
  const found = await getFromApi<ListPage<OperatorToken>>(context, PATH, search);
  if (isProblem(found)) return found;
  const own = context.session.token.id;
  return {
    kind: 'page',
    title: 'Operators',
    section: 'tokens',
    lead: html`<p>Tokens with access to the operator API and this console, and their roles.</p>`,
    actions: html`<a class="button quiet" href="/console/sessions">Sessions</a>
      ${actionLink(context, PATH, '/console/tokens/new', 'New token', 'main')}`,
    content: html`${panel(
      'Operator tokens',
      pagedTable(context, found, {
        caption: 'Operator tokens',
        columns: [
          {
            label: 'Name',
            isRowHeader: true,
            cell: (each) => html`${each.name}${each.id === own && html` ${badge('you', 'accent')}`}`,
          },
          { label: 'Role', cell: ({ role }) => html`${role}` },
          { label: 'State', small: 'aside', cell: ({ status }) => badge(status) },
          { label: 'ID', small: 'hidden', cell: (each) => shortIdHtml(each.id, undefined) },
          { label: 'Issued', cell: ({ created_at }) => timestampHtml(created_at, context.now) },
          { label: 'Revoked', cell: ({ revoked_at }) => timestampHtml(revoked_at, context.now) },
          {
            label: 'Actions',
            cell: (each) =>
              each.status === 'active'
                ? actionLink(
                    context,
                    `${PATH}/${each.id}/revoke`,
                    `/console/tokens/${each.id}/revoke`,
                    'Revoke',
                  )
                : textHtml(null),
          },
        ],
        emptyState: emptyState('No tokens', 'Create the first token with the CLI on the server.'),
      }),
    )}
    ${await signedInPanel(context)}`,
  };
}

/** Most recent people shown. The operator API lists all. */
const PEOPLE_SHOWN = 100;

/** People of the provider; nothing if nobody has signed in at one. */
async function signedInPanel(context: PageContext): Promise<Html | undefined> {
  const path = '/operator/v1/operators';
  const found = await getFromApi<ListPage<SignedInOperator>>(context, path, `limit=${PEOPLE_SHOWN}`);
  if (isProblem(found) || found.data.length === 0) return undefined;
  const own = context.session.token.id;
  return panel(
    'People of the provider',
    table<SignedInOperator>(
      'People of the provider',
      [
        {
          label: 'Name',
          isRowHeader: true,
          cell: ({ id, name }) => html`${name}${id === own && html` ${badge('you', 'accent')}`}`,
        },
        { label: 'Subject', cell: ({ subject }) => html`<code class="clip">${subject}</code>` },
        { label: 'Provider', cell: ({ issuer }) => html`<span class="clip">${issuer}</span>` },
        { label: 'ID', small: 'hidden', cell: ({ id }) => shortIdHtml(id, undefined) },
        { label: 'First sign-in', cell: ({ created_at }) => timestampHtml(created_at, context.now) },
        {
          label: 'Activity',
          cell: ({ id }) => html`<a href="/console/activity?operator_id=${id}">Activity</a>`,
        },
      ],
      found.data,
    ),
    { note: html`<p class="muted">They get their roles from the provider at each sign-in.</p>` },
  );
}

export const tokensPages: readonly ConsoleRoute[] = [
  { path: '/console/tokens', get: tokens },
  actionRoute({
    path: '/console/tokens/new',
    apiPath: () => PATH,
    buildForm: () => ({
      title: 'New operator token',
      section: 'tokens',
      breadcrumbs: CRUMBS,
      intro: html`<p>
        Issue one token per person or script, so that events show who acted. The token is shown once.
      </p>`,
      fields: [
        { name: 'name', label: 'Name', kind: 'text', maxLength: 100 },
        {
          name: 'role',
          label: 'Role',
          kind: 'choice',
          options: [
            ['viewer', 'Viewer: reads everything except personal data'],
            ['reviewer', 'Reviewer: decides reviews, freezes wallets, and sees personal data'],
            ['treasury', 'Treasury: records trades, allocations, and rewards'],
            ['admin', 'Admin: full access'],
          ],
        },
      ],
      submit: 'Issue the token',
      cancelHref: '/console/tokens',
    }),
    toRequestBody: (form) => ({ name: form.get('name'), role: form.get('role') }),
    onSuccess: (_context, { name, role, secret }) => ({
      to: '/console/tokens',
      flash: {
        tone: 'ok',
        text: `${String(name)} now has access with the role ${String(role)}.`,
        ...(typeof secret === 'string' ? { secret: { label: 'The token', text: secret } } : {}),
      },
    }),
  }),
  actionRoute({
    path: '/console/tokens/{token_id}/revoke',
    apiPath: ({ token_id = '' }) => `${PATH}/${token_id}/revoke`,
    buildForm(context) {
      const token = context.services.platform().tokens.get(context.params['token_id'] ?? '');
      if (token === undefined) return notFoundProblem('token');
      const own = token.id === context.session.token.id;
      return {
        title: 'Revoke an operator token',
        section: 'tokens',
        breadcrumbs: CRUMBS,
        intro: html`<p>
          <strong>${token.name}</strong> loses access immediately and is signed out of this console.
          ${own && html`<strong>This is your own token: you will be signed out.</strong>`}
        </p>`,
        fields: [{ name: 'reason', label: 'Reason', hint: 'Recorded with the event.', kind: 'reason' }],
        submit: 'Revoke the token',
        isDestructive: true,
        cancelHref: '/console/tokens',
      };
    },
    toRequestBody: (form) => ({ reason: form.get('reason') }),
    onSuccess: () => ({ to: '/console/tokens', flash: { tone: 'ok', text: 'The token was revoked.' } }),
  }),
];

// Console sessions: list and revoke.

const API = '/operator/v1/sessions';
const SESSIONS_PATH = '/console/sessions';
const SESSIONS_CRUMBS = [{ label: 'Sessions', href: SESSIONS_PATH }];

async function sessions(context: PageContext): Promise<PageResult> {
  const search = pageQuery(context.query);
  if (isProblem(search)) return search;
  const found = await getFromApi<ListPage<ConsoleSession>>(context, API, search);
  if (isProblem(found)) return found;
  const { session, now } = context;
  const isAdmin = session.token.role === 'admin';
  return {
    kind: 'page',
    title: 'Sessions',
    section: 'tokens',
    lead: html`<p>
      ${isAdmin ? 'Operators who are signed in to this console.' : 'Where you are signed in to this console.'}
      A session ends 30 minutes after its last use, and after at most 12 hours.
    </p>`,
    content: panel(
      'Active sessions',
      pagedTable(context, found, {
        caption: 'Active sessions',
        columns: [
          {
            label: 'Operator',
            isRowHeader: true,
            cell: ({ id, operator }) =>
              html`${operator.name}
                <small>${operator.role}</small
                >${id === session.id && html` ${badge('this session', 'accent')}`}`,
          },
          { label: 'Signed in with', cell: ({ method }) => html`${METHODS[method]}` },
          {
            label: 'From',
            // Operators see their own addresses.
            cell: ({ address, operator }) =>
              textHtml(
                operator.id === session.token.id ? address : personalText(context, 'address', address),
              ),
          },
          { label: 'Started', cell: ({ created_at }) => timestampHtml(created_at, now) },
          { label: 'Last used', cell: ({ last_used_at }) => timestampHtml(last_used_at, now) },
          {
            label: 'Actions',
            cell: ({ id }) =>
              actionLink(context, `${API}/${id}/revoke`, `${SESSIONS_PATH}/${id}/revoke`, 'Revoke'),
          },
        ],
        emptyState: emptyState('No other sessions', 'Sessions appear here when operators sign in.'),
      }),
    ),
  };
}

const METHODS: Readonly<Record<ConsoleSession['method'], string>> = {
  token: 'Operator token',
  oidc: 'OpenID Connect',
};

export const sessionsPages: readonly ConsoleRoute[] = [
  { path: SESSIONS_PATH, get: sessions },
  actionRoute({
    path: `${SESSIONS_PATH}/{session_id}/revoke`,
    apiPath: ({ session_id = '' }) => `${API}/${session_id}/revoke`,
    async buildForm(context) {
      const { services, session, params } = context;
      const found = await services.sessions.get(params['session_id'] ?? '');
      const { id, role } = session.token;
      if (found === undefined || (role !== 'admin' && found.operator.id !== id))
        return notFoundProblem('session');
      return {
        title: 'Revoke a session',
        section: 'tokens',
        breadcrumbs: SESSIONS_CRUMBS,
        intro: html`<p>
          <strong>${found.operator.name}</strong> is signed out at the next request of this session.
          ${found.id === session.id && html`<strong>This is the session that you use now.</strong>`}
        </p>`,
        fields: [REASON_FIELD],
        submit: 'Revoke the session',
        isDestructive: true,
        cancelHref: SESSIONS_PATH,
      };
    },
    toRequestBody: (form) => ({ reason: form.get('reason') }),
    onSuccess: () => ({ to: SESSIONS_PATH, flash: { tone: 'ok', text: 'The session was revoked.' } }),
  }),
];
