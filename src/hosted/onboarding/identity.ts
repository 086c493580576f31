/** The identity data of a person or a business. */

export type UserType = 'individual' | 'business';

/** Sealed in the book for the reviewer. */
export type Identity = {
  readonly type: UserType;
  /** Legal names. */
  readonly names:
    { readonly first_name: string; readonly last_name: string } | { readonly business_name: string };
  /** YYYY-MM-DD, for individuals. */
  readonly date_of_birth?: string;
  /** For businesses: the number in the register of the country. */
  readonly registration_number?: string;
  /** For businesses: the person who acts for it. */
  readonly representative?: Representative;
  readonly address: {
    readonly line1: string;
    readonly line2: string;
    readonly city: string;
    readonly region: string;
    readonly postal_code: string;
  };
  readonly country: string;
};

export type Representative = {
  readonly first_name: string;
  readonly last_name: string;
  /** Such as "Director". */
  readonly position: string;
  /** YYYY-MM-DD. */
  readonly date_of_birth: string;
};
