/** Clients for services that the operator configured. Failed requests are logged. */
import { createOperatorClient, type OperatorService, type ServiceFailure } from '@parley/egress';
import type { Log } from '../observability/log.ts';

export const logFailures =
  (log: Log) =>
  ({ error, ...failure }: ServiceFailure): void =>
    log.warn({ err: error, ...failure }, 'A service of the installation did not answer');

/** Returns a `fetch` for libraries that call such a service. */
export function operatorFetch(service: OperatorService): typeof fetch {
  const client = createOperatorClient(service);
  // The types differ only in the request and response classes, which no library here uses.
  return client.fetch as unknown as typeof fetch;
}
