/** Operators' tokens: who may use the operator API and this console. */
import type { OperatorToken } from '../../../generated/api.ts';
import { isProblem, notFoundProblem } from '../../../api/server/errors.ts';
import { html } from '../../../web/html.ts';
import { actionRoute } from '../../action-form.ts';
import {
  actionLink,
  badge,
  emptyState,
  pagedTable,
  panel,
  shortIdHtml,
  textHtml,
  timestampHtml,
} from '../../ui/components.ts';
import { getFromApi, pageQuery } from '../../page-context.ts';
import type { ConsoleRoute, PageResult, PageContext } from '../../page-context.ts';
import type { ListPage } from '../../page-context.ts';

const PATH = '/operator/v1/tokens';
const CRUMBS = [{ label: 'Operators', href: '/console/tokens' }];

async function tokens(visit: PageContext): Promise<PageResult> {
  const search = pageQuery(visit.query);
  if (isProblem(search)) return search;
  const found = await getFromApi<ListPage<OperatorToken>>(visit, PATH, search);
  if (isProblem(found)) return found;
  const own = visit.session.token.id;
  return {
    kind: 'page',
    title: 'Operators',
    section: 'tokens',
    lead: html`<p>Who may use the operator API and this console, and for what.</p>`,
    actions: actionLink(visit, PATH, '/console/tokens/new', 'New token', 'main'),
    content: panel(
      'Operator tokens',
      pagedTable(visit, found, {
        caption: 'Operator tokens',
        columns: [
          {
            label: 'Name',
            isRowHeader: true,
            cell: (each) => html`${each.name}${each.id === own && html` ${badge('you', 'accent')}`}`,
          },
          { label: 'Role', cell: ({ role }) => html`${role}` },
          { label: 'State', cell: ({ status }) => badge(status) },
          { label: 'ID', cell: (each) => shortIdHtml(each.id, undefined) },
          { label: 'Issued', cell: ({ created_at }) => timestampHtml(created_at, visit.now) },
          { label: 'Revoked', cell: ({ revoked_at }) => timestampHtml(revoked_at, visit.now) },
          {
            label: 'Actions',
            cell: (each) =>
              each.status === 'active'
                ? actionLink(
                    visit,
                    `${PATH}/${each.id}/revoke`,
                    `/console/tokens/${each.id}/revoke`,
                    'Revoke',
                  )
                : textHtml(null),
          },
        ],
        emptyState: emptyState('No tokens', 'The command-line tool on the server makes the first one.'),
      }),
    ),
  };
}

export const tokensPages: readonly ConsoleRoute[] = [
  { path: '/console/tokens', get: tokens },
  actionRoute({
    path: '/console/tokens/new',
    apiPath: () => PATH,
    buildForm: () => ({
      title: 'New operator token',
      section: 'tokens',
      crumbs: CRUMBS,
      intro: html`<p>
        One for each person or script, so that what was done can be told apart. It is shown once.
      </p>`,
      fields: [
        { name: 'name', label: 'Whose it is', kind: 'text', maxLength: 100 },
        {
          name: 'role',
          label: 'Role',
          kind: 'choice',
          options: [
            ['viewer', 'Viewer: sees everything but people'],
            ['reviewer', 'Reviewer: decides reviews and holds, and sees people'],
            ['treasury', 'Treasury: trades, allocations and rewards'],
            ['admin', 'Admin: everything'],
          ],
        },
      ],
      submit: 'Issue the token',
      back: '/console/tokens',
    }),
    toRequestBody: (form) => ({ name: form.get('name'), role: form.get('role') }),
    onSuccess: (_visit, { name, role, secret }) => ({
      to: '/console/tokens',
      flash: {
        tone: 'ok',
        text: `${String(name)} can sign in as ${String(role)}.`,
        ...(typeof secret === 'string' ? { secret: { label: 'The token', text: secret } } : {}),
      },
    }),
  }),
  actionRoute({
    path: '/console/tokens/{token_id}/revoke',
    apiPath: ({ token_id = '' }) => `${PATH}/${token_id}/revoke`,
    buildForm(visit) {
      const token = visit.services.platform().tokens.get(visit.params['token_id'] ?? '');
      if (token === undefined) return notFoundProblem('token');
      const own = token.id === visit.session.token.id;
      return {
        title: 'Revoke an operator token',
        section: 'tokens',
        crumbs: CRUMBS,
        intro: html`<p>
          <strong>${token.name}</strong> is refused from the next request on, and signed out of this console.
          ${own && html`<strong>It is your own token: you will be signed out.</strong>`}
        </p>`,
        fields: [
          { name: 'reason', label: 'Reason', hint: 'Kept with the event, for later.', kind: 'reason' },
        ],
        submit: 'Revoke the token',
        isDestructive: true,
        back: '/console/tokens',
      };
    },
    toRequestBody: (form) => ({ reason: form.get('reason') }),
    onSuccess: () => ({ to: '/console/tokens', flash: { tone: 'ok', text: 'The token is revoked.' } }),
  }),
];
