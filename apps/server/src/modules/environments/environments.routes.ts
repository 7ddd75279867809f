import { environments as endpoints } from '@parley/contract';
import { type Route, route } from '../../platform/http/http.ts';
import type { Platform } from '../../platform/platform.ts';
import { changeEnvironment, createEnvironment, removeEnvironment } from './manage-environments.ts';
import { listPresented } from './present-environment.ts';

export function environmentsRoutes(platform: Platform): Route[] {
  return [
    route(endpoints.listEnvironments, ({ scope, params }) =>
      listPresented(scope, params.projectId),
    ),
    route(endpoints.createEnvironment, ({ scope, params, body }) =>
      createEnvironment(platform, scope, params.projectId, body),
    ),
    route(endpoints.updateEnvironment, ({ scope, params, body }) =>
      changeEnvironment(platform, scope, params, body),
    ),
    route(endpoints.deleteEnvironment, ({ scope, params }) => removeEnvironment(scope, params)),
  ];
}
