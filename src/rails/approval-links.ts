/**
 * Links to the hosted approval page of a one-off emailpay payment. A link allows its holder to approve or
 * decline that payment, so it ends in an unguessable token. The token is derived from the transfer ID and the
 * master key: nothing is stored, and every node computes the same link.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { deriveKey } from '../system/derived-key.ts';

export type ApprovalLinks = {
  /** `<base>/pay/<transfer_id>/<token>`, the URL for the payer. */
  urlFor(transferId: string): string;
  /** Whether the token belongs to this transfer; takes constant time. */
  verify(transferId: string, token: string): boolean;
};

/** `baseUrl` may be a function, because a service may learn its own URL only when it listens. */
export function createApprovalLinks(masterKey: Uint8Array, baseUrl: string | (() => string)): ApprovalLinks {
  // A derived key, so that tokens reveal nothing about other uses of the master key.
  const key = deriveKey(masterKey, 'approval links v1');
  const digest = (text: string): Buffer => createHmac('sha256', key).update(text).digest();
  const base = (): string => (typeof baseUrl === 'string' ? baseUrl : baseUrl()).replace(/\/$/, '');
  return {
    urlFor: (transferId) => `${base()}/pay/${transferId}/${digest(transferId).toString('base64url')}`,
    verify(transferId, token) {
      // Comparing digests hides the token length and the position of the first difference.
      return timingSafeEqual(
        digest(`token ${digest(transferId).toString('base64url')}`),
        digest(`token ${token}`),
      );
    },
  };
}
