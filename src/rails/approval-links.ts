/**
 * Links to the hosted approval page of a one-off emailpay payment. A link allows its holder to approve or
 * decline that payment, so it ends in an unguessable token. The token is derived from the transfer ID and the
 * master key: nothing is stored, and every node computes the same link. Transfers are stored without it, and it is
 * added to what leaves the service.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { idTime } from '../ledger/ids.ts';
import { asKeyRing, perVersion, type KeySource, type KeyVersion } from '../system/key-ring.ts';

export type ApprovalLinks = {
  /** `<base>/pay/<transfer_id>/<token>`, the URL for the payer. */
  urlFor(transferId: string): string;
  /**
   * Adds links to a JSON body: to each emailpay transfer without an approval page of its provider. Other bodies are
   * returned unchanged.
   */
  complete(body: string): string;
  /** Whether the token belongs to this transfer. The time that it takes does not depend on the token. */
  verify(transferId: string, token: string): boolean;
};

/** `baseUrl` may be a function, because a service may learn its own URL only when it listens. */
export function createApprovalLinks(source: KeySource, baseUrl: string | (() => string)): ApprovalLinks {
  const ring = asKeyRing(source);
  // A derived key, so that tokens reveal nothing about other uses of the master key.
  const keyOf = perVersion((version) => version.secret('approval links v1'));
  const digest = (version: KeyVersion, text: string): Buffer =>
    createHmac('sha256', keyOf(version)).update(text).digest();
  const base = (): string => (typeof baseUrl === 'string' ? baseUrl : baseUrl()).replace(/\/$/, '');
  const urlFor = (transferId: string): string =>
    `${base()}/pay/${transferId}/${digest(ring.current, transferId).toString('base64url')}`;
  const belongs = (version: KeyVersion, transferId: string, token: string): boolean =>
    // Comparing digests hides the token length and the position of the first difference.
    timingSafeEqual(
      digest(version, `token ${digest(version, transferId).toString('base64url')}`),
      digest(version, `token ${token}`),
    );
  return {
    urlFor,
    complete(body) {
      if (!body.includes(EMAILPAY)) return body;
      const value: unknown = JSON.parse(body);
      addLinks(value, urlFor);
      return JSON.stringify(value);
    },
    verify(transferId, token) {
      if (belongs(ring.current, transferId, token)) return true;
      // Links that were sent before the master key was replaced still work, for transfers of that time only.
      return ring.former.some(
        (version) =>
          isTransferId(transferId) &&
          idTime(transferId) <= (version.closedAt ?? Infinity) &&
          belongs(version, transferId, token),
      );
    },
  };
}

/** In the text of every body with an emailpay transfer. Bodies are written by JSON.stringify. */
const EMAILPAY = '"type":"emailpay"';

/** Visits everything but metadata, which belongs to the integrator. */
function addLinks(value: unknown, urlFor: (transferId: string) => string): void {
  if (typeof value !== 'object' || value === null) return;
  if ('id' in value && 'deposit_instructions' in value) {
    const { id, deposit_instructions: details } = value;
    if (isTransferId(id) && isEmailpay(details)) details.approval_url ??= urlFor(id);
  }
  for (const [name, member] of Object.entries(value)) if (name !== 'metadata') addLinks(member, urlFor);
}

const isTransferId = (id: unknown): id is string => typeof id === 'string' && id.startsWith('trf_');

const isEmailpay = (details: unknown): details is { approval_url?: string } =>
  typeof details === 'object' && details !== null && 'type' in details && details.type === 'emailpay';
