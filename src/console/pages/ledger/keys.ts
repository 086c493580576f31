/** API key pages: issue, rotate with an overlap, and revoke. A key's secret is shown once. */
import type { IssuedKey, Key } from '../../../generated/api.ts';
import { html, type Html } from '../../../web/html.ts';
import { actionRoute, type ActionForm } from '../../action-form.ts';
import { environmentBadge, integratorBreadcrumbs } from '../../book-location.ts';
import { read, type ConsoleRoute, type PageContext } from '../../page-context.ts';
import type { Flash } from '../../session/sessions.ts';
import { keySentence } from '../../sentences/objects.ts';
import { facts, show, sortable, type Column } from '../../ui/tables.ts';
import { REASON_FIELD, overlapField } from '../../ui/form-fields.ts';
import { actionLink } from '../../ui/panels.ts';
import { namedHtml, rowIdHtml, textHtml, toWords } from '../../ui/text.ts';

const ENVIRONMENT = show.html<Key>('Environment', ({ environment }) => environmentBadge(environment));
const PERMISSIONS = show.text<Key>('Permissions', ({ permissions }) =>
  permissions === 'read' ? 'read' : 'read and write',
);

/** When a key or a token stops working. */
export const EXPIRES = show.time<Pick<Key, 'revoked_at' | 'expires_at'>>(
  'Expires',
  ({ revoked_at, expires_at }) => revoked_at ?? expires_at,
);

export const keyColumns: readonly Column<Key>[] = [
  sortable(
    'name',
    show.html(
      'Name',
      ({ id, name }) => html`${namedHtml(name ?? id, id)} <span class="row-id">${rowIdHtml(id)}</span>`,
      'head',
    ),
    { first: 'ascending' },
  ),
  ENVIRONMENT,
  PERMISSIONS,
  show.badge('State', 'status', 'aside'),
  sortable('created_at', show.time('Issued', 'created_at'), { own: 'descending' }),
  EXPIRES,
  show.html('Actions', (key, context) => keyActions(context, key)),
];

const FACTS: readonly Column<Key>[] = [
  show.id('Key', 'id'),
  show.text('Name', 'name'),
  ENVIRONMENT,
  PERMISSIONS,
  show.badge('State', 'status'),
  show.time('Issued', 'created_at'),
  show.time('Expires', 'expires_at'),
  show.time('Revoked', 'revoked_at'),
];

const keyActions = (context: PageContext, { id: key, status }: Key): Html =>
  status === 'active'
    ? html`<span class="row-actions"
        >${actionLink(context, 'rotateKey', `/console/keys/${key}/rotate`, 'Rotate')}${actionLink(
          context,
          'revokeKey',
          `/console/keys/${key}/revoke`,
          'Revoke',
        )}</span
      >`
    : textHtml(null);

const keysHref = (integratorId: string): string => `/console/integrators/${integratorId}#keys`;

const flashWithSecret = (text: string, { secret }: IssuedKey): Flash =>
  secret === null ? { tone: 'ok', text } : { tone: 'ok', text, secret: { label: 'The key', text: secret } };

async function loadKey(context: PageContext) {
  const key = await read(context, 'getKey');
  const { integrator_id } = key;
  const { name } = await read(context, 'getIntegrator', { params: { integrator_id } });
  return {
    key,
    place: { section: 'ledger', breadcrumbs: integratorBreadcrumbs(integrator_id, name) } as const,
  };
}

async function keyForm(
  context: PageContext,
  { intro, ...form }: Pick<ActionForm, 'title' | 'intro' | 'fields' | 'submit' | 'isDestructive'>,
): Promise<ActionForm> {
  const { key, place } = await loadKey(context);
  return {
    ...place,
    ...form,
    environment: key.environment,
    intro: html`${intro} ${facts(context, key, FACTS)}`,
    cancelHref: keysHref(key.integrator_id),
  };
}

export const keysPages: readonly ConsoleRoute[] = [
  actionRoute({
    path: '/console/integrators/{integrator_id}/keys/new',
    operation: 'createKey',
    async form(context) {
      const { id, name } = await read(context, 'getIntegrator');
      return {
        title: 'Issue a key',
        section: 'ledger',
        breadcrumbs: integratorBreadcrumbs(id, name),
        intro: html`<p>
          The key gives API access as <strong>${name}</strong>. It is shown once, on the next page.
        </p>`,
        fields: [
          {
            name: 'environment',
            label: 'Environment',
            kind: 'choice',
            options: [
              ['sandbox', 'Sandbox: no real money'],
              ['production', 'Production: real money'],
            ],
          },
          {
            name: 'permissions',
            label: 'Permissions',
            kind: 'choice',
            options: [
              ['read_write', 'Read and write'],
              ['read', 'Read only'],
            ],
          },
          { name: 'name', label: 'Name', kind: 'text', isOptional: true, maxLength: 100 },
          {
            name: 'expires_at',
            label: 'Expires',
            hint: 'In UTC. Default: the key does not expire.',
            kind: 'time',
            isOptional: true,
          },
        ],
        submit: 'Issue the key',
        cancelHref: keysHref(id),
      };
    },
    done: (key) => ({
      to: keysHref(key.integrator_id),
      flash: flashWithSecret(`The ${toWords(key.environment)} key was issued.`, key),
    }),
  }),
  {
    path: '/console/keys/{key_id}',
    async get(context) {
      const { key, place } = await loadKey(context);
      return {
        kind: 'page',
        title: 'API key',
        ...place,
        environment: key.environment,
        sentence: keySentence(key, context.now),
        actions: keyActions(context, key),
        content: html`<section class="panel">${facts(context, key, FACTS)}</section>`,
      };
    },
  },
  actionRoute({
    path: '/console/keys/{key_id}/rotate',
    operation: 'rotateKey',
    form: (context) =>
      keyForm(context, {
        title: 'Rotate a key',
        intro: html`<p>
          A new key with the same permissions replaces this one. Both keys work until the overlap ends.
        </p>`,
        fields: [
          overlapField('Overlap during which both keys work', 'None: the old key stops working now'),
          REASON_FIELD,
        ],
        submit: 'Rotate the key',
      }),
    done: (key) => ({
      to: keysHref(key.integrator_id),
      flash: flashWithSecret('The new key was issued. The old key stops working after the overlap.', key),
    }),
  }),
  actionRoute({
    path: '/console/keys/{key_id}/revoke',
    operation: 'revokeKey',
    form: (context) =>
      keyForm(context, {
        title: 'Revoke a key',
        intro: html`<p>All requests with this key will be refused. This cannot be undone.</p>`,
        fields: [REASON_FIELD],
        submit: 'Revoke the key',
        isDestructive: true,
      }),
    done: 'The key was revoked.',
  }),
];
