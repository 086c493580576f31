/** Operators: their tokens, people of the provider, console sessions, and what they did. */
import type {
  ActivityEntry,
  ConsoleSession,
  OperatorRole,
  OperatorToken,
  SignedInOperator,
} from '../../../generated/api.ts';
import { operatorOperations } from '../../../generated/operator-operations.ts';
import { isProblem, notFoundProblem } from '../../../http/errors.ts';
import { ACTIVITY_LIST } from '../../../operator/lists/activity-list.ts';
import { rejectRole } from '../../../operator/operations/operation.ts';
import { html, type Html } from '../../../web/html.ts';
import { actionRoute } from '../../action-form.ts';
import { listRoutes } from '../../lists.ts';
import { loadNames, objectOfTarget, type Names } from '../../names.ts';
import { searchTargets } from '../../navigation.ts';
import {
  Refused,
  personalText,
  read,
  tryRead,
  type ConsoleRoute,
  type PageContext,
  type PageResult,
} from '../../page-context.ts';
import { EXPIRES } from '../ledger/keys.ts';
import { REASON_FIELD } from '../../ui/form-fields.ts';
import { actionLabel } from '../../ui/list-filters.ts';
import { actionLink, panel } from '../../ui/panels.ts';
import { byCreation, show, sortable, table, type Column } from '../../ui/tables.ts';
import { badge, textHtml, timestampHtml, toLabel, type Tone } from '../../ui/text.ts';

type Named = { readonly id: string; readonly name: string };

const NAME = show.html<Named>(
  'Name',
  ({ id, name }, { session }) =>
    html`<span title="${id}">${name}</span>${id === session.token.id && html` ${badge('you', 'accent')}`}`,
  'head',
);
const ID = show.shortId<Named>('ID', 'id', 'hidden');

const TOKENS: readonly Column<OperatorToken>[] = [
  sortable('name', NAME, { first: 'ascending' }),
  show.text('Role', 'role'),
  show.badge('State', 'status', 'aside'),
  sortable('created_at', show.time('Issued', 'created_at'), { own: 'descending' }),
  EXPIRES,
  show.html('Actions', ({ id, status }, context) =>
    status === 'active'
      ? html`<span class="row-actions"
          >${actionLink(context, 'setOperatorTokenExpiry', `/console/tokens/${id}/expiry`, 'Expiry')}${actionLink(
            context,
            'revokeOperatorToken',
            `/console/tokens/${id}/revoke`,
            'Revoke',
          )}</span
        >`
      : textHtml(null),
  ),
];

const PEOPLE: readonly Column<SignedInOperator>[] = [
  NAME,
  show.html('Subject', ({ subject }) => html`<code class="clip">${subject}</code>`),
  show.clipped('Provider', 'issuer'),
  ID,
  show.time('First sign-in', 'created_at'),
  show.html('Activity', ({ id }) => html`<a href="/console/activity?operator_id=${id}">Activity</a>`),
];

/** Most recent people shown. The operator API lists all. */
const PEOPLE_SHOWN = 100;

/** People of the provider; nothing if nobody has signed in at one. */
async function peoplePanel(context: PageContext): Promise<Html | undefined> {
  const found = await tryRead(context, 'listOperators', { query: { limit: PEOPLE_SHOWN } });
  if (isProblem(found) || found.data.length === 0) return undefined;
  return panel('People of the provider', table(context, 'People of the provider', PEOPLE, found.data), {
    note: html`<p class="muted">They get their roles from the provider at each sign-in.</p>`,
  });
}

const CRUMBS = [{ label: 'Operators', href: '/console/tokens' }];

export const tokensPages: readonly ConsoleRoute[] = [
  { path: '/console/permissions', get: permissionsPage },
  ...listRoutes({
    path: '/console/tokens',
    operation: 'listOperatorTokens',
    title: 'Operators',
    section: 'tokens',
    lead: html`<p>Tokens with access to the operator API and this console, and their roles.</p>`,
    actions: (context) =>
      html`<a class="button quiet" href="/console/sessions">Sessions</a>
        <a class="button quiet" href="/console/permissions">Permissions</a>
        ${actionLink(context, 'createOperatorToken', '/console/tokens/new', 'New token', 'main')}`,
    heading: 'Operator tokens',
    caption: 'Operator tokens',
    async columns(context) {
      const signIns = await newestSignIns(context);
      return [
        ...TOKENS.slice(0, -1),
        show.html('Last sign-in', ({ id }, { now }) => lastSignInHtml(signIns, id, now)),
        ...TOKENS.slice(-1),
      ];
    },
    empty: ['No tokens', 'Create the first token with the CLI on the server.'],
    content: async (context, list) => html`${list} ${await peoplePanel(context)}`,
  }),
  actionRoute({
    path: '/console/tokens/new',
    operation: 'createOperatorToken',
    form: () => ({
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
        {
          name: 'expires_at',
          label: 'Expires',
          hint: 'In UTC. Default: the token does not expire.',
          kind: 'time',
          isOptional: true,
        },
      ],
      submit: 'Issue the token',
    }),
    done: ({ name, role, secret }) => ({
      to: '/console/tokens',
      flash: {
        tone: 'ok',
        text: `${name} now has access with the role ${role}.`,
        ...(secret === null ? {} : { secret: { label: 'The token', text: secret } }),
      },
    }),
  }),
  actionRoute({
    path: '/console/tokens/{token_id}/expiry',
    operation: 'setOperatorTokenExpiry',
    form(context) {
      const token = tokenOf(context);
      return {
        title: 'Let an operator token expire',
        section: 'tokens',
        breadcrumbs: CRUMBS,
        intro: html`<p>
          <strong>${token.name}</strong> loses access at this time. It can only be moved earlier.
          ${token.id === context.session.token.id && html`<strong>This is your own token.</strong>`}
        </p>`,
        fields: [{ name: 'expires_at', label: 'Expires', hint: 'In UTC.', kind: 'time' }, REASON_FIELD],
        submit: 'Set the expiry',
      };
    },
    done: ({ name, expires_at }) => ({
      to: '/console/tokens',
      flash: { tone: 'ok', text: `The token of ${name} expires on ${String(expires_at).slice(0, 10)}.` },
    }),
  }),
  actionRoute({
    path: '/console/tokens/{token_id}/revoke',
    operation: 'revokeOperatorToken',
    form(context) {
      const { session } = context;
      const token = tokenOf(context);
      return {
        title: 'Revoke an operator token',
        section: 'tokens',
        breadcrumbs: CRUMBS,
        intro: html`<p>
          <strong>${token.name}</strong> loses access immediately and is signed out of this console.
          ${token.id === session.token.id && html`<strong>This is your own token: you will be signed out.</strong>`}
        </p>`,
        fields: [REASON_FIELD],
        submit: 'Revoke the token',
        isDestructive: true,
      };
    },
    done: 'The token was revoked.',
  }),
];

function tokenOf({ directory, params }: PageContext): PageContext['directory']['operators'][number] {
  const token = directory.operators.find(({ id, type }) => type === 'token' && id === params['token_id']);
  if (token === undefined) throw new Refused(notFoundProblem('token'));
  return token;
}

// What each role may do, as the operations declare it, and who has which role.

type Operation = { readonly id: string; readonly role: OperatorRole };

const ROLES: readonly OperatorRole[] = ['viewer', 'reviewer', 'treasury', 'admin'];

const PERMISSIONS: readonly Column<Operation>[] = [
  show.html('Operation', ({ id }) => html`<span title="${id}">${actionLabel(id)}</span>`, 'head'),
  ...ROLES.map((role) =>
    show.html<Operation>(toLabel(role), ({ role: needed }) =>
      rejectRole({ role }, needed) === undefined
        ? html`<span aria-hidden="true">✓</span><span class="unseen">yes</span>`
        : html`<span class="none">—</span>`,
    ),
  ),
];

const HOLDERS: readonly Column<OperatorToken>[] = [
  NAME,
  show.text('Role', 'role'),
  show.badge('State', 'status', 'aside'),
  EXPIRES,
];

/** Tokens that work or have expired; nothing if they cannot be read. */
async function holdersPanel(context: PageContext): Promise<Html | undefined> {
  const found = await tryRead(context, 'listOperatorTokens', { query: { limit: HOLDERS_SHOWN } });
  if (isProblem(found)) return undefined;
  const holders = found.data.filter(({ status }) => status !== 'revoked');
  return panel('Who has which role', table(context, 'Who has which role', HOLDERS, holders));
}

/** Most recent tokens shown. The page of operators lists all. */
const HOLDERS_SHOWN = 100;

async function permissionsPage(context: PageContext): Promise<PageResult> {
  const operations = Object.values(operatorOperations);
  const list = (title: string, isListed: (method: string) => boolean): Html =>
    panel(
      title,
      table<Operation>(
        context,
        title,
        PERMISSIONS,
        operations.filter(({ method }) => isListed(method)),
      ),
    );
  return {
    kind: 'page',
    title: 'Permissions',
    section: 'tokens',
    breadcrumbs: CRUMBS,
    lead: html`<p>
      What each role may do through the API, the command line, and this console. Viewers and treasurers see
      personal data masked.
    </p>`,
    content: html`${await holdersPanel(context)} ${list('Actions', (method) => method !== 'GET')}
    ${list('Reads', (method) => method === 'GET')}`,
  };
}

type SignIns = {
  /** The newest one of each operator, by ID. */
  readonly newest: ReadonlyMap<string, string>;
  /** Older ones were not read; undefined if there are none. */
  readonly oldestRead: string | undefined;
};

/** Sign-ins that are read for the list of tokens. */
const SIGN_INS_READ = 100;

async function newestSignIns(context: PageContext): Promise<SignIns> {
  const query = { operation: 'signIn', result: 'done', limit: SIGN_INS_READ } as const;
  const found = await tryRead(context, 'listActivity', { query });
  if (isProblem(found)) return { newest: new Map(), oldestRead: undefined };
  const { data, has_more } = found;
  // The newest one comes first, and the last entry of a map wins.
  const pairs = data.flatMap(({ operator, created_at }) =>
    operator === null ? [] : [[operator.id, created_at] as const],
  );
  return { newest: new Map(pairs.reverse()), oldestRead: has_more ? data.at(-1)?.created_at : undefined };
}

function lastSignInHtml({ newest, oldestRead }: SignIns, id: string, now: number): Html {
  const time = newest.get(id);
  if (time !== undefined) return timestampHtml(time, now);
  return oldestRead === undefined ? textHtml(null) : html`before ${timestampHtml(oldestRead, now)}`;
}

// Console sessions: list and revoke.

const METHODS: Readonly<Record<ConsoleSession['method'], string>> = {
  token: 'Operator token',
  oidc: 'OpenID Connect',
};

const SESSIONS: readonly Column<ConsoleSession>[] = [
  show.html(
    'Operator',
    ({ id, operator }, { session }) =>
      html`${operator.name}
        <small>${operator.role}</small>${id === session.id && html` ${badge('this session', 'accent')}`}`,
    'head',
  ),
  show.text('Signed in with', ({ method }) => METHODS[method]),
  // Operators see their own addresses.
  show.text('From', ({ address, operator }, context) =>
    operator.id === context.session.token.id ? address : personalText(context, 'address', address),
  ),
  show.time('Started', 'created_at'),
  show.time('Last used', 'last_used_at'),
  show.html('Actions', ({ id }, context) =>
    actionLink(context, 'revokeSession', `/console/sessions/${id}/revoke`, 'Revoke'),
  ),
];

export const sessionsPages: readonly ConsoleRoute[] = [
  ...listRoutes({
    path: '/console/sessions',
    operation: 'listSessions',
    title: 'Sessions',
    section: 'tokens',
    lead: ({ session }) =>
      html`<p>
        ${session.token.role === 'admin' ? 'Operators who are signed in to this console.' : 'Where you are signed in to this console.'}
        A session ends 30 minutes after its last use, and after at most 12 hours.
      </p>`,
    heading: 'Active sessions',
    caption: 'Active sessions',
    columns: SESSIONS,
    empty: ['No other sessions', 'Sessions appear here when operators sign in.'],
  }),
  actionRoute({
    path: '/console/sessions/{session_id}/revoke',
    operation: 'revokeSession',
    async form(context) {
      const found = await read(context, 'getSession');
      return {
        title: 'Revoke a session',
        section: 'tokens',
        breadcrumbs: [{ label: 'Sessions', href: '/console/sessions' }],
        intro: html`<p>
          <strong>${found.operator.name}</strong> is signed out at the next request of this session.
          ${found.id === context.session.id && html`<strong>This is the session that you use now.</strong>`}
        </p>`,
        fields: [REASON_FIELD],
        submit: 'Revoke the session',
        isDestructive: true,
      };
    },
    done: 'The session was revoked.',
  }),
];

// The activity log, with filters and an export.

const RESULT_TONES: Readonly<Record<ActivityEntry['result'], Tone>> = {
  done: 'ok',
  refused: 'wait',
  denied: 'stop',
  failed: 'stop',
};

const CHANNELS: Readonly<Record<ActivityEntry['channel'], string>> = {
  api: 'API',
  cli: 'Command line',
  console: 'Console',
};

const columnsWith = (names: Names): readonly Column<ActivityEntry>[] => [
  byCreation(show.time('When', 'created_at', 'plain')),
  show.html(
    'Operator',
    ({ operator }) =>
      operator === null
        ? textHtml(null)
        : html`${operator.name ?? operator.id} <small>${operator.role}</small>`,
    'plain',
  ),
  show.html(
    'Action',
    ({ operation, reason }) =>
      html`${actionLabel(operation)}${reason !== null && html`<br /><small class="clip">${reason}</small>`}`,
    'head',
  ),
  show.html('Target', ({ target }, context) => targetHtml(context, names, target), 'plain'),
  show.html(
    'Result',
    ({ result, code, replayed, omitted_before: omitted }) =>
      html`${badge(result, RESULT_TONES[result])}
      ${code !== null && html`<small>${code}</small>`}${replayed && html` <small>repeated</small>`}
      ${omitted > 0 && html`<br /><small>${omitted} more before were not recorded</small>`}`,
    'aside',
  ),
  show.html(
    'From',
    ({ channel, address }, context) =>
      html`${CHANNELS[channel]}${address !== null && html` <small>${textHtml(personalText(context, 'address', address))}</small>`}`,
    'plain',
  ),
];

function targetHtml(context: PageContext, names: Names, target: string | null): Html {
  if (target === null) return textHtml(null);
  if (target.startsWith('/console')) {
    const page = searchTargets(context).find(({ href }) => href === target);
    return html`<a href="${target}">${page === undefined ? target : `Page ${page.label}`}</a>`;
  }
  // The filters of an export.
  if (target.includes('=')) return html`<span class="clip">${target}</span>`;
  const id = objectOfTarget(target);
  return id === undefined ? html`${target}` : names(id);
}

export const activityPages: readonly ConsoleRoute[] = listRoutes({
  path: '/console/activity',
  operation: 'listActivity',
  title: 'Activity',
  section: 'activity',
  lead: html`<p>What operators did through the console, the command line, and the API.</p>`,
  caption: 'Activity',
  filters: ACTIVITY_LIST.filters,
  columns: async (context, rows) =>
    columnsWith(
      await loadNames(
        context,
        rows.flatMap(({ target }) => objectOfTarget(target) ?? []),
      ),
    ),
  empty: ['Nothing was recorded yet', 'Each action of an operator appears here.'],
});
