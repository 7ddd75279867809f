import { publicApi as endpoints } from '@parley/contract';
import { type Route, route } from '../../platform/http/http.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  changeEnvironment,
  createEnvironment,
  listPresented,
  removeEnvironment,
} from '../environments/environments.ts';
import { readLibrary, storeLibrary } from '../libraries/libraries.ts';

/** Routes for the environments and the library of a project. */
export function environmentsApiRoutes(platform: Platform): Route[] {
  return [
    route(endpoints.readEnvironments, ({ scope, params }) =>
      listPresented(scope, params.projectId),
    ),
    route(endpoints.addEnvironment, ({ scope, params, body }) =>
      createEnvironment(platform, scope, params.projectId, body),
    ),
    route(endpoints.writeEnvironment, ({ scope, params, body }) =>
      changeEnvironment(platform, scope, params, body),
    ),
    route(endpoints.readLibrary, ({ scope, params }) => readLibrary(scope, params.projectId)),
    route(endpoints.writeLibrary, ({ scope, params, body }) =>
      storeLibrary(scope, params.projectId, body),
    ),
    route(endpoints.removeEnvironment, ({ scope, params }) => removeEnvironment(scope, params)),
  ];
}
