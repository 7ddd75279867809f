/** Public API of the module: libraries of blocks, and the texts of suites that use them. */
import { libraries as endpoints } from '@parley/contract';
import { type Route, route } from '../../platform/http/http.ts';
import { readLibrary, storeLibrary } from './store-library.ts';

export { listLibraries, putLibrary } from './libraries.queries.ts';
export { linkedSource, linkedSuite } from './linked-source.ts';
export { lockLibrary, readLibrary, storeLibrary } from './store-library.ts';

export function librariesRoutes(): Route[] {
  return [
    route(endpoints.getLibrary, ({ scope, params }) => readLibrary(scope, params.projectId)),
    route(endpoints.updateLibrary, ({ scope, params, body }) =>
      storeLibrary(scope, params.projectId, body),
    ),
  ];
}
