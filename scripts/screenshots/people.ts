/** The people and companies of the demo world. All are invented. */
export type Person = {
  readonly first_name?: string;
  readonly last_name?: string;
  readonly business_name?: string;
  readonly country: string;
};

export const person = (first_name: string, last_name: string, country: string): Person => ({
  first_name,
  last_name,
  country,
});

export const PEOPLE: readonly Person[] = [
  person('Ana', 'Silva', 'PT'),
  person('Ben', 'Okafor', 'US'),
  person('Chloé', 'Marchand', 'FR'),
  person('Daichi', 'Tanaka', 'JP'),
  person('Elif', 'Yıldız', 'DE'),
  person('Farah', 'Haddad', 'CA'),
  person('Goran', 'Petrović', 'US'),
  person('Hana', 'Novák', 'CZ'),
  { business_name: 'Harbour Street Coffee Roasters Ltd', country: 'CA' },
  person('Ines', 'Gómez de la Vega Montenegro', 'ES'),
  person('Jonas', 'Lindqvist', 'SE'),
  person('Kwame', 'Mensah', 'US'),
  { business_name: 'Blue Finch Studio GmbH', country: 'DE' },
  person('Leila', 'Rahimi', 'US'),
  person('Mateo', 'Rossi', 'IT'),
  person('Nora', 'Whitfield', 'US'),
];

/** People whose identity is under review. */
export const APPLICANTS: readonly Person[] = [
  person('Oskar', 'Brandt', 'DE'),
  person('Priya', 'Raman', 'US'),
  person('Quentin', 'Delacroix', 'FR'),
];
