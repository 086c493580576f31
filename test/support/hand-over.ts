/** The hand-over from one master key to the next, as the platform's stream records it. */
import type { PlatformEvent } from '../../src/generated/events.ts';
import { handOverText, type HandOver } from '../../src/platform/key-hand-over.ts';
import { keyIdOf } from '../../src/system/key-ring.ts';
import { deriveAuditSigningKey, type SigningKey } from '../../src/vault/audit-signing-key.ts';

/** `signers` sign in the place of the two keys. */
export function handOverOf(
  former: Uint8Array,
  next: Uint8Array,
  streams: HandOver['streams'] = [],
  signers: { readonly former?: SigningKey; readonly next?: SigningKey } = {},
): PlatformEvent {
  const [before, after] = [deriveAuditSigningKey(former), deriveAuditSigningKey(next)];
  const signed = {
    former_key_id: keyIdOf(former),
    key_id: keyIdOf(next),
    former_signing_key: before.publicKey.text,
    signing_key: after.publicKey.text,
    streams,
  };
  const text = handOverText(signed);
  return {
    type: 'master_key.replaced',
    data: {
      ...signed,
      former_signature: (signers.former ?? before).sign(text).toString('base64'),
      signature: (signers.next ?? after).sign(text).toString('base64'),
    },
  };
}
