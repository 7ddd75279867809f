/**
 * @parley/egress: all outgoing traffic. Tenants' destinations are checked, operators' services are limited. It knows no test
 * and no tenant.
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
