/** Clients for services that the operator chose; their failures are logged. */
import { createOperatorClient, type OperatorService, type ServiceFailure } from '@parley/egress';
import type { Log } from '../observability/log.ts';

export const logFailures =
  (log: Log) =>
  ({ error, ...failure }: ServiceFailure): void =>
    log.warn({ err: error, ...failure }, 'A service of the installation did not answer');

/** A `fetch` for libraries that call such a service. */
export function operatorFetch(service: OperatorService): typeof fetch {
  const client = createOperatorClient(service);
  // The two differ in the classes of requests and answers only, which no library asks for.
  return client.fetch as unknown as typeof fetch;
}
