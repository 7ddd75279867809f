/**
 * @parley/egress: all outgoing traffic. Destinations that tenants choose are checked; services of the operator are limited in
 * time and size. Independent of tests and tenants.
 */
export { isPublicAddress } from './address-rules.ts';
export type { CheckedUrl } from './checked-url.ts';
export {
  createConnection,
  createEgress,
  type Egress,
  type EgressPolicy,
  type Lookup,
  type Reached,
} from './egress.ts';
export { ConversationError, type Exhibit, failureOf } from './failure.ts';
export { fetchDocument } from './fetch-document.ts';
export { hostAndPort } from './host-and-port.ts';
export { limits as egressLimits } from './limits.ts';
export {
  createOperatorClient,
  createOperatorEgress,
  type OperatorService,
  type ServiceFailure,
} from './operator-egress.ts';
