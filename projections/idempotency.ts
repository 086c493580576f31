/**
 * Where each idempotency key was used, for keys that the keeper no longer has in memory. The event that carries the
 * record also has the answer, so a use is just a place in the stream.
 */
import type { LogDocument } from '../src/documents/projection.ts';
import { definition } from './definition.ts';
import type { Recorded } from './views.ts';

/** Where a key was used: enough to tell a repeat from another request, and to find the answer again. */
export type KeyUse = { readonly fingerprint: string; readonly revision: number; readonly events: number };

/** The ID of a key's document. */
export const keyUseId = (stream: string, key: string): string => `${stream}|${key}`;

const used = {
  emit({
    stream,
    revision,
    metadata,
  }: Pick<Recorded<'request.recorded'>, 'stream' | 'revision' | 'metadata'>): LogDocument[] {
    if (metadata.idempotency === undefined) return [];
    const { key, fingerprint, events } = metadata.idempotency;
    const value: KeyUse = { fingerprint, revision, events };
    return [{ id: keyUseId(stream, key), value, terms: [] }];
  },
};

export const idempotencyProjection = definition<never>({
  name: 'idempotency',
  version: 1,
  log: 'idempotency',
  rules: {
    'user.created': used,
    'user.updated': used,
    'user.kyc_status_changed': used,
    'user.terms_status_changed': used,
    'user.deactivated': used,
    'user.forgotten': used,
    'wallet.opened': used,
    'wallet.frozen': used,
    'wallet.unfrozen': used,
    'deposit_account.opened': used,
    'deposit_account.deactivated': used,
    'deposit_account.reactivated': used,
    'payout_account.opened': used,
    'payout_account.name_checked': used,
    'payout_account.deleted': used,
    'offramp.approved': used,
    'transfer.created': used,
    'transfer.state_changed': used,
    'deposit.arrived': used,
    'deposit.sent_back': used,
    'deposit.decision_told': used,
    'posting.recorded': used,
    'quote.created': used,
    'allocation.received': used,
    'request.recorded': used,
    'webhook_endpoint.created': used,
    'webhook_endpoint.updated': used,
    'webhook_endpoint.key_rotated': used,
    'webhook_endpoint.tested': used,
    'webhook_endpoint.deleted': used,
    'event.redelivery_requested': used,
    'onboarding_links.issued': used,
    'onboarding_link.completed': used,
    'identity.submitted': used,
  },
});
