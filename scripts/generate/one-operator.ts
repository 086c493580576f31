/** The tables of what one operator can do alone (docs/one-operator.md), from the declared operations and the defaults of the limits. */
import { existsSync } from 'node:fs';
import { replacePart } from './marked-part.ts';
import type { Operation } from './operations.ts';
import type { JsonObject } from './schemas.ts';

const TABLES = {
  page: 'docs/one-operator.md',
  begin: '<!-- roles: generated from schemas/operator-operations.json by `npm run generate` -->',
  end: '<!-- /roles -->',
};

/** The test of each limit, in which an operator tries to exceed it. */
const PROOFS: Readonly<Record<string, string>> = {
  'reviews.four_eyes_at_least': 'test/attacks/many-small-actions.test.ts',
  'dual_control.rewards_at_least': 'test/attacks/many-small-actions.test.ts',
  'dual_control.trades_at_least': 'test/attacks/many-small-actions.test.ts',
  'dual_control.allocations_at_least': 'test/attacks/many-small-actions.test.ts',
  'dual_control.price_moves_above_percent': 'test/attacks/coin-price.test.ts',
  'dual_control.payout_settlements_at_least': 'test/operator/resources/payouts.test.ts',
  'dual_control.late_movements_at_least': 'test/operator/resources/late-movements.test.ts',
  'dual_control.write_offs_at_least': 'test/operator/resources/reconciliation-days.test.ts',
  'dual_control.corrections_at_least': 'test/reconciliation/days.test.ts',
  'user_limits.per_24h': 'test/api/resources/users/user-limits.test.ts',
};

const ROLES = {
  viewer: 'Every role',
  reviewer: 'Reviewer, and admin',
  treasury: 'Treasury, and admin',
  admin: 'Admin',
} as const;

/** Replaces the tables of the page. Throws if an operation that changes something does not say what it allows. */
export function withRoles(page: string, operations: readonly Operation[], config: JsonObject): string {
  const writes = operations.filter(({ method }) => method !== 'GET');
  const silent = writes.filter(({ alone }) => alone === undefined).map(({ operationId }) => operationId);
  if (silent.length > 0)
    throw new Error(
      `schemas/operator-operations.json must say what one operator can do with ${silent.join(', ')}.`,
    );
  const parts = Object.entries(ROLES).map(([role, title]) => {
    const rows = writes
      .filter((operation) => operation.role === role)
      .map(({ operationId, alone }) => [
        `\`${operationId}\``,
        alone?.worst ?? '',
        (alone?.limits ?? []).map((limit) => limitText(config, limit)).join(', '),
      ]);
    const lines = [
      ['Operation', 'Worst case', 'Limited by (default in production)'],
      ['---', '---', '---'],
      ...rows,
    ];
    return `### ${title}\n\n<!-- prettier-ignore -->\n${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}`;
  });
  return replacePart(page, TABLES, parts.join('\n\n'));
}

/** The limit with its default and its test. Throws if nothing tests it. */
function limitText(config: JsonObject, limit: string): string {
  const proof = PROOFS[limit];
  if (proof === undefined || !existsSync(new URL(`../../${proof}`, import.meta.url)))
    throw new Error(`scripts/generate/one-operator.ts must name a test that exceeds ${limit}.`);
  return `[\`${limit}\`](../${proof}) (${defaultOf(config, limit)})`;
}

/** What the configuration's schema sets in production if the setting is omitted. Throws for a setting that does not exist. */
function defaultOf(config: JsonObject, path: string): string {
  let at: JsonObject = config;
  for (const name of path.split('.')) {
    const next = (at['properties'] as JsonObject | undefined)?.[name];
    if (typeof next !== 'object' || next === null)
      throw new Error(`schemas/config.json has no setting ${path}.`);
    // A schema of a member is an object.
    at = next as JsonObject;
  }
  const production = (at['properties'] as JsonObject | undefined)?.['production'] as JsonObject | undefined;
  const value = (production ?? at)['default'];
  if (value === null) return 'none';
  return typeof value === 'object' ? 'set for each kind of transfer' : String(value);
}
