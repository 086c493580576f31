/** API keys: issued, rotated with an overlap, revoked. A key's text is shown once. */
import type { Integrator, Key } from '../generated/api.ts';
import { isProblem } from '../http/errors.ts';
import { html } from '../hosted/html.ts';
import type { Html } from '../hosted/html.ts';
import { actionRoute } from './actions.ts';
import type { Answered, Described } from './actions.ts';
import { REASON } from './fields.ts';
import type { Field } from './fields.ts';
import { environmentBadge, integratorCrumbs } from './places.ts';
import type { Flash } from './sessions.ts';
import { action, badge, facts, id, rowId, text, when, words } from './ui.ts';
import type { Column } from './ui.ts';
import { ask } from './visit.ts';
import type { ConsoleRoute, Found, Visit } from './visit.ts';

export const keyColumns = (visit: Visit): readonly Column<Key>[] => [
  { label: 'Key', heads: true, cell: (key) => html`${rowId(key.id, `/console/keys/${key.id}`)}` },
  { label: 'For', cell: ({ name }) => text(name) },
  { label: 'Environment', cell: ({ environment }) => environmentBadge(environment) },
  { label: 'May', cell: ({ permissions }) => html`${permissionWords(permissions)}` },
  { label: 'State', cell: ({ status }) => badge(status) },
  { label: 'Issued', cell: ({ created_at }) => when(created_at, visit.now) },
  { label: 'Ends', cell: ({ revoked_at, expires_at }) => when(revoked_at ?? expires_at, visit.now) },
  { label: 'Actions', cell: (key) => keyActions(visit, key) },
];

const permissionWords = (permissions: Key['permissions']): string =>
  permissions === 'read' ? 'read' : 'read and write';

const keyActions = (visit: Visit, { id: key, status }: Key): Html =>
  status === 'active'
    ? html`<span class="row-actions"
        >${action(visit, `/operator/v1/keys/${key}/rotate`, `/console/keys/${key}/rotate`, 'Rotate')}${action(
          visit,
          `/operator/v1/keys/${key}/revoke`,
          `/console/keys/${key}/revoke`,
          'Revoke',
        )}</span
      >`
    : text(null);

const ENVIRONMENT: Field = {
  name: 'environment',
  label: 'Book',
  kind: 'choice',
  options: [
    ['sandbox', 'Sandbox: nothing in it is real'],
    ['production', 'Production: real money'],
  ],
};

const PERMISSIONS: Field = {
  name: 'permissions',
  label: 'What it may do',
  kind: 'choice',
  options: [
    ['read_write', 'Read and write'],
    ['read', 'Read only'],
  ],
};

const NAME: Field = { name: 'name', label: 'What it is for', kind: 'text', optional: true, maxLength: 100 };

const EXPIRES: Field = {
  name: 'expires_at',
  label: 'Stops working at',
  hint: 'A time in UTC, such as 2027-01-31T12:00:00Z. Left empty, the key works until it is revoked.',
  kind: 'time',
  optional: true,
};

/** Members that were filled in. */
export const filled = (entries: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== ''));

const withSecret = (said: string, { secret }: Answered): Flash =>
  typeof secret === 'string'
    ? { tone: 'ok', text: said, secret: { label: 'The key', text: secret } }
    : { tone: 'ok', text: said };

async function about(visit: Visit): Promise<{ key: Key; integrator: Integrator } | Found> {
  const key = await ask<Key>(visit, `/operator/v1/keys/${visit.params['key_id'] ?? ''}`);
  if (isProblem(key)) return key;
  const integrator = await ask<Integrator>(visit, `/operator/v1/integrators/${key.integrator_id}`);
  return isProblem(integrator) ? integrator : { key, integrator };
}

const keysHref = (integratorId: unknown): string => `/console/integrators/${String(integratorId)}#keys`;

async function describeKey(
  visit: Visit,
  shown: (key: Key) => Omit<Described, 'section' | 'crumbs' | 'back'>,
): Promise<Described | Found> {
  const found = await about(visit);
  if (!('key' in found)) return found;
  const { key, integrator } = found;
  return {
    ...shown(key),
    section: 'ledger',
    crumbs: integratorCrumbs(integrator.id, integrator.name),
    back: keysHref(integrator.id),
  };
}

const which = (visit: Visit, key: Key): Html =>
  facts([
    ['Key', id(key.id, undefined)],
    ['For', text(key.name)],
    ['Book', environmentBadge(key.environment)],
    ['May', html`${permissionWords(key.permissions)}`],
    ['State', badge(key.status)],
    ['Issued', when(key.created_at, visit.now)],
    ['Expires', when(key.expires_at, visit.now)],
    ['Revoked', when(key.revoked_at, visit.now)],
  ]);

async function keyPage(visit: Visit): Promise<Found> {
  const found = await about(visit);
  if (!('key' in found)) return found;
  const { key, integrator } = found;
  return {
    kind: 'page',
    title: 'API key',
    section: 'ledger',
    crumbs: integratorCrumbs(integrator.id, integrator.name),
    actions: keyActions(visit, key),
    content: html`<section class="panel">${which(visit, key)}</section>`,
  };
}

const OVERLAPS = [
  ['86400', 'A day'],
  ['3600', 'An hour'],
  ['604800', 'A week'],
  ['0', 'Not at all: the old key stops now'],
] as const;

export const keysPages: readonly ConsoleRoute[] = [
  actionRoute({
    path: '/console/integrators/{integrator_id}/keys/new',
    operation: ({ integrator_id = '' }) => `/operator/v1/integrators/${integrator_id}/keys`,
    async describe(visit) {
      const integrator = await ask<Integrator>(
        visit,
        `/operator/v1/integrators/${visit.params['integrator_id'] ?? ''}`,
      );
      if (isProblem(integrator)) return integrator;
      return {
        title: 'Issue a key',
        section: 'ledger',
        crumbs: integratorCrumbs(integrator.id, integrator.name),
        intro: html`<p>
          Whoever holds the key acts for <strong>${integrator.name}</strong>. It is shown once, on the next
          page.
        </p>`,
        fields: [ENVIRONMENT, PERMISSIONS, NAME, EXPIRES],
        submit: 'Issue the key',
        back: keysHref(integrator.id),
      };
    },
    body: (form) => ({
      environment: form.get('environment'),
      permissions: form.get('permissions'),
      ...filled({ name: form.get('name'), expires_at: form.get('expires_at') }),
    }),
    done: (visit, answer) => ({
      to: keysHref(visit.params['integrator_id']),
      flash: withSecret(`The ${words(String(answer['environment']))} key is issued.`, answer),
    }),
  }),
  { path: '/console/keys/{key_id}', get: keyPage },
  actionRoute({
    path: '/console/keys/{key_id}/rotate',
    operation: ({ key_id = '' }) => `/operator/v1/keys/${key_id}/rotate`,
    describe: (visit) =>
      describeKey(visit, (key) => ({
        title: 'Rotate a key',
        intro: html`<p>
            A new key with the same rights takes this one’s place. Both work until the overlap is over.
          </p>
          ${which(visit, key)}`,
        fields: [
          {
            name: 'overlap',
            label: 'How long the old key still works',
            kind: 'select',
            options: OVERLAPS,
            fills: ['overlap_seconds'],
          },
          REASON,
        ],
        submit: 'Rotate the key',
      })),
    body: (form) => ({ overlap_seconds: Number(form.get('overlap')), reason: form.get('reason') }),
    done: (_visit, answer) => ({
      to: keysHref(answer['integrator_id']),
      flash: withSecret('The new key is issued; the old one ends after the overlap.', answer),
    }),
  }),
  actionRoute({
    path: '/console/keys/{key_id}/revoke',
    operation: ({ key_id = '' }) => `/operator/v1/keys/${key_id}/revoke`,
    describe: (visit) =>
      describeKey(visit, (key) => ({
        title: 'Revoke a key',
        intro: html`<p>Every request with this key is refused from now on. This can’t be taken back.</p>
          ${which(visit, key)}`,
        fields: [REASON],
        submit: 'Revoke the key',
        danger: true,
      })),
    body: (form) => ({ reason: form.get('reason') }),
    done: (_visit, answer) => ({
      to: keysHref(answer['integrator_id']),
      flash: { tone: 'ok', text: 'The key is revoked.' },
    }),
  }),
];
