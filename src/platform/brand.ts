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

type LogoType = NonNullable<Brand['logo']>['media_type'];

const LOGO_TYPES: ReadonlyMap<string, LogoType> = new Map([
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['webp', 'image/webp'],
]);

/** The type that the extension of a file name says; undefined for one that is no logo. */
export const logoTypeOf = (fileName: string): LogoType | undefined =>
  LOGO_TYPES.get(/\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '');
