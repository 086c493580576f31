/**
 * Links to the hosted approval page of a one-off payment by emailpay. Whoever holds the link may approve or decline that
 * one payment, so it ends in a token that nobody can guess. The token follows from the transfer's ID and the master key:
 * nothing has to be stored, and a rebuild or another node arrives at the same link.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

export type ApprovalLinks = {
  /** `<base>/pay/<transfer_id>/<token>`, where the payer is sent to. */
  urlFor(transferId: string): string;
  /** Whether the token is the one of this transfer; takes the same time whatever is wrong with it. */
  verify(transferId: string, token: string): boolean;
};

/** `baseUrl` may be a function, for a service that learns its own address only when it listens. */
export function createApprovalLinks(masterKey: Uint8Array, baseUrl: string | (() => string)): ApprovalLinks {
  // A key of its own, so that a token tells nothing about what else the master key protects.
  const key = createHmac('sha256', masterKey).update('approval links v1').digest();
  const digest = (text: string): Buffer => createHmac('sha256', key).update(text).digest();
  const base = (): string => (typeof baseUrl === 'string' ? baseUrl : baseUrl()).replace(/\/$/, '');
  return {
    urlFor: (transferId) => `${base()}/pay/${transferId}/${digest(transferId).toString('base64url')}`,
    verify(transferId, token) {
      // Comparing digests of both hides how long the token is and where it differs.
      return timingSafeEqual(
        digest(`token ${digest(transferId).toString('base64url')}`),
        digest(`token ${token}`),
      );
    },
  };
}
