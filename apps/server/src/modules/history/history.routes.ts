import { history as endpoints } from '@parley/contract';
import { found } from '../../platform/errors/found.ts';
import type { Exports } from '../../platform/exports/exports.ts';
import { type Route, route } from '../../platform/http/http.ts';
import type { Platform } from '../../platform/platform.ts';
import { findSuite } from '../suites/suites.ts';
import { exportRuns, fileOf } from './export-runs.ts';
import { readCourse } from './read-course.ts';
import { readFigures } from './read-figures.ts';
import { readMetricDays } from './read-metric-days.ts';
import { readReliability } from './read-reliability.ts';
import { readStepDays } from './read-step-days.ts';

export function historyRoutes({ pool }: Platform, exports: Exports): Route[] {
  return [
    route(endpoints.getFigures, ({ scope, query }) => readFigures(scope, query)),

    route(endpoints.exportRuns, ({ scope, query, reply }) => {
      const { name, mediaType } = fileOf(query);
      void reply.type(mediaType).header('content-disposition', `attachment; filename=${name}`);
      return exports.stream(scope, (readPage) => exportRuns(scope, query, readPage));
    }),

    route(endpoints.getReliability, async ({ scope, params }) =>
      readReliability(scope, pool, found(await findSuite(scope, params.suiteId))),
    ),

    route(endpoints.getMetricDays, async ({ scope, params, query }) => ({
      metrics: await readMetricDays(
        scope,
        found(await findSuite(scope, params.suiteId)).id,
        query.days,
      ),
    })),

    route(endpoints.getCourse, async ({ scope, params, query }) =>
      readCourse(scope, found(await findSuite(scope, params.suiteId)), query.test),
    ),

    route(endpoints.getStepDays, async ({ scope, params, query }) =>
      readStepDays(scope, found(await findSuite(scope, params.suiteId)), query),
    ),
  ];
}
