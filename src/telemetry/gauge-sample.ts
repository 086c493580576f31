/** One value of a gauge, read on each scrape. Samples with the same name have the same label names. */
export type GaugeSample = {
  readonly name: string;
  readonly help: string;
  readonly value: number;
  readonly labels?: Readonly<Record<string, string>>;
};
