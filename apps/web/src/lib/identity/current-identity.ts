import { embeddedIdentity } from './embedded-identity.ts';
import type { Identity } from './identity.ts';

/** The identity provider of this installation. */
export const identity: Identity = embeddedIdentity();
