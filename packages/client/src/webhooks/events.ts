import type { PublicEvent } from '../generated/types.ts';

/** The documented event by its type. */
type Documented = { [Event in PublicEvent as Event['type']]: Event };

export type WebhookEventType = keyof Documented;

/** An event of one type. */
export type WebhookEventOf<Type extends WebhookEventType> = Omit<
  Documented[Type],
  'type' | 'previous_attributes'
> & {
  readonly type: Type;
  /** The previous values of the fields that changed. */
  readonly previous_attributes: Partial<Documented[Type]['data']>;
};

/**
 * Any event, discriminated by `type`. New types may be added: accept an unknown type with a 2xx status and
 * ignore it.
 */
export type WebhookEvent = { [Type in WebhookEventType]: WebhookEventOf<Type> }[WebhookEventType];
