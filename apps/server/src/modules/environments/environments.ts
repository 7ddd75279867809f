/** Public API of the module: environments of projects, with variables and sealed secrets. */

export { chooseEnvironment } from './choose-environment.ts';
export { findEnvironment } from './environments.queries.ts';
export { environmentsRoutes } from './environments.routes.ts';
export { changeEnvironment, createEnvironment, removeEnvironment } from './manage-environments.ts';
export { listPresented } from './present-environment.ts';
export { openSecrets } from './sealed-secrets.ts';
