/** What every trace, metric, and log line that is exported says about the process. */
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
  type Resource,
} from '@opentelemetry/resources';

export const SERVICE_NAME = 'svc-ledger';

/** The standard OTEL_ variables replace the name and add attributes. */
export const processResource = (): Resource =>
  defaultResource()
    .merge(resourceFromAttributes({ 'service.name': SERVICE_NAME }))
    .merge(detectResources({ detectors: [envDetector] }));
