/** The door of the module: keys with which programs act for a member of an organization. */
export { apiKeysRoutes } from './api-keys.routes.ts';
export { createAuthenticateKey } from './authenticate-key.ts';
