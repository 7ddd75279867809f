/** The port to whoever knows the users; modules/identity implements it. */
import type { Actor } from './scope.ts';

/** Whose bearer token this is; null when it is unknown, spent or of a session that ended. */
export type Authenticate = (bearer: string) => Promise<Actor | null>;
