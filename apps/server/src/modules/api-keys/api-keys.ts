/** Public API of the module: keys for programs that act for a member of an organization. */
export { exportKeys } from './api-keys.queries.ts';
export { apiKeysRoutes } from './api-keys.routes.ts';
export { createAuthenticateKey } from './authenticate-key.ts';
