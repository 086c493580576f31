/** Operator token pages: list, issue, and revoke. */
import type { OperatorToken, SignedInOperator } from '../../../generated/api.ts';
import { isProblem, notFoundProblem } from '../../../api/server/errors.ts';
import { html } from '../../../web/html.ts';
import type { Html } from '../../../web/html.ts';
import { actionRoute } from '../../action-form.ts';
import { actionLink, emptyState, panel } from '../../ui/panels.ts';
import { badge, textHtml, timestampHtml } from '../../ui/text.ts';
import { pagedTable, table } from '../../ui/tables.ts';
import { shortIdHtml } from '../../ui/ids.ts';
import { getFromApi, pageQuery } from '../../page-context.ts';
import type { ConsoleRoute, PageResult, PageContext } from '../../page-context.ts';
import type { ListPage } from '../../page-context.ts';

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
