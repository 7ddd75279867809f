/** Public API of the module: environments of projects, with variables and sealed secrets. */

export { chooseEnvironment } from './choose-environment.ts';
export { type EnvironmentRow, findEnvironment } from './environments.queries.ts';
export { environmentsRoutes } from './environments.routes.ts';
export { changeEnvironment, createEnvironment, removeEnvironment } from './manage-environments.ts';
export { openValues } from './open-values.ts';
export { listPresented } from './present-environment.ts';
export { resealSecrets } from './sealed-secrets.ts';
export { hiddenValue, withoutSecretValues } from './without-secret-values.ts';
