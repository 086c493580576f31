/** Sends log lines by OTLP, next to their usual destination. Imported only if the environment asks for it. */
import { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-proto';
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs';
import { SERVICE_NAME, processResource } from './otlp-resource.ts';

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** A line of the log: members of Pino, and the fields that the caller added. */
type Line = {
  readonly level: number;
  readonly time: string;
  readonly msg?: string;
  readonly [field: string]: Json | undefined;
};

/** By the level of Pino, which has steps of ten. OpenTelemetry has steps of four that begin with 1. */
const SEVERITIES = ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL'];
const LEVELS_PER_SEVERITY = 10;
const NUMBERS_PER_SEVERITY = 4;

export type LogExport = {
  /** Takes a line of JSON. It is dropped if 2,048 others wait for the collector. */
  readonly send: (line: string) => void;
  /** Sends what waits. */
  readonly stop: () => Promise<void>;
};

export function startLogExport(): LogExport {
  const provider = new LoggerProvider({
    resource: processResource(),
    processors: [new BatchLogRecordProcessor({ exporter: new OTLPLogExporter() })],
  });
  const logger = provider.getLogger(SERVICE_NAME);
  return {
    send(text) {
      // The logger of this process wrote the line.
      const { level, time, msg, ...attributes } = JSON.parse(text) as Line;
      const severity = Math.floor(level / LEVELS_PER_SEVERITY) - 1;
      logger.emit({
        timestamp: Date.parse(time),
        severityNumber: severity * NUMBERS_PER_SEVERITY + 1,
        severityText: SEVERITIES[severity] ?? '',
        body: msg ?? '',
        attributes: attributes as Parameters<typeof logger.emit>[0]['attributes'] & object,
      });
    },
    stop: () => provider.shutdown(),
  };
}
