/** @parley/egress: the one way out, to addresses that were checked. It knows no test and no tenant. */
export { isPublicAddress } from './address-rules.ts';
export { type CheckedUrl, portOf } from './checked-url.ts';
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
