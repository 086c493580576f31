export type WebhookErrorCode =
  /** The Svc-Signature header is missing. */
  | 'signature_missing'
  /** The header is malformed. */
  | 'signature_malformed'
  /** The time of the signature is too far in the past or in the future. */
  | 'timestamp_out_of_tolerance'
  /** No signature matches this body and the given keys. */
  | 'signature_wrong'
  /** The signature is valid, but the body is not an event. */
  | 'body_malformed'
  /** The given key is not an Ed25519 public key. */
  | 'key_malformed';

/** The request is not authentic: respond with 400 and ignore it. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
  readonly code: WebhookErrorCode;
  constructor(code: WebhookErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
