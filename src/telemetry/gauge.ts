/** Gauges whose values are read when the registry is. */
import { Gauge } from 'prom-client';
import type { Registry } from 'prom-client';

export type Readings = readonly {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}[];

export type RegisterGauge = (
  name: string,
  help: string,
  labels: readonly string[],
  read: () => Readings | Promise<Readings>,
) => void;

export const createGauges =
  (registry: Registry): RegisterGauge =>
  (name, help, labels, read) => {
    const gauge: Gauge = new Gauge({
      name,
      help,
      labelNames: [...labels],
      registers: [registry],
      async collect() {
        const readings = await read();
        gauge.reset();
        // `reset` sets a gauge without labels to 0, which would be a reading.
        if (labels.length === 0) gauge.remove();
        for (const { labels: each, value } of readings) gauge.set({ ...each }, value);
      },
    });
  };
