/** The identity data of a person or a business, as it is kept. */

export type UserType = 'individual' | 'business';

/** What is sealed in the book for whoever reviews it. */
export type Identity = {
  readonly type: UserType;
  /** Legal names: of a person, or of a business. */
  readonly names:
    { readonly first_name: string; readonly last_name: string } | { readonly business_name: string };
  /** YYYY-MM-DD; of a person. */
  readonly date_of_birth?: string;
  /** Of a business, in its country's register. */
  readonly registration_number?: string;
  readonly address: {
    readonly line1: string;
    readonly line2: string;
    readonly city: string;
    readonly region: string;
    readonly postal_code: string;
  };
  readonly country: string;
};
