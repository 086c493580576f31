/** How hosted pages show an integrator. */
import type { PlatformEventData } from '../generated/events.ts';

/** Null members are not shown. */
export type Brand = Omit<PlatformEventData<'integrator.brand_changed'>, 'integrator_id'>;

export const NO_BRAND: Brand = {
  display_name: null,
  color: null,
  logo: null,
  support_contact: null,
  privacy_url: null,
};
