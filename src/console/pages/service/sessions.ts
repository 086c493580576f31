/** Console sessions: list and revoke. */
import type { ConsoleSession } from '../../../generated/api.ts';
import { isProblem, notFoundProblem } from '../../../api/server/errors.ts';
import { html } from '../../../web/html.ts';
import { actionRoute } from '../../action-form.ts';
import { REASON_FIELD } from '../../ui/form-fields.ts';
import { actionLink, emptyState, panel } from '../../ui/panels.ts';
import { badge, textHtml, timestampHtml } from '../../ui/text.ts';
import { pagedTable } from '../../ui/tables.ts';
import { getFromApi, pageQuery, personalText } from '../../page-context.ts';
import type { ConsoleRoute, ListPage, PageContext, PageResult } from '../../page-context.ts';

const API = '/operator/v1/sessions';
const PATH = '/console/sessions';
const CRUMBS = [{ label: 'Sessions', href: PATH }];

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
            cell: ({ id }) => actionLink(context, `${API}/${id}/revoke`, `${PATH}/${id}/revoke`, 'Revoke'),
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
  { path: PATH, get: sessions },
  actionRoute({
    path: `${PATH}/{session_id}/revoke`,
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
        breadcrumbs: CRUMBS,
        intro: html`<p>
          <strong>${found.operator.name}</strong> is signed out at the next request of this session.
          ${found.id === session.id && html`<strong>This is the session that you use now.</strong>`}
        </p>`,
        fields: [REASON_FIELD],
        submit: 'Revoke the session',
        isDestructive: true,
        cancelHref: PATH,
      };
    },
    toRequestBody: (form) => ({ reason: form.get('reason') }),
    onSuccess: () => ({ to: PATH, flash: { tone: 'ok', text: 'The session was revoked.' } }),
  }),
];
