import { publicApi as endpoints } from '@parley/contract';
import { planRun } from '@parley/suite';
import { found } from '../../platform/errors/found.ts';
import { preparedRoute, type Route, route } from '../../platform/http/http.ts';
import type { Platform } from '../../platform/platform.ts';
import { readReliability } from '../history/history.ts';
import { linkedSource } from '../libraries/libraries.ts';
import { readOverview } from '../overview/overview.ts';
import { findProject } from '../projects/projects.ts';
import { completeFailures, findRun, listDatedFailures } from '../runs/runs.ts';
import { findSuite, parsedSuite, readBeforehand } from '../suites/suites.ts';

/** Routes for current failures and their age, the reliability of tests, and the validity of a text. */
export function standingsApiRoutes(platform: Platform): Route[] {
  const { db, pool, log, config } = platform;
  return [
    route(endpoints.readOverview, ({ scope }) => readOverview(scope, config.edition)),

    preparedRoute(
      endpoints.readRunFailures,
      async ({ scope, params }) =>
        completeFailures({ db, pool, log }, found(await findRun(scope, params.runId)).id),
      async ({ scope, params }) => ({ failures: await listDatedFailures(scope, params.runId) }),
    ),

    route(endpoints.readSuiteHistory, async ({ scope, params }) =>
      readReliability(scope, pool, found(await findSuite(scope, params.suiteId))),
    ),

    preparedRoute(
      endpoints.checkSuite,
      async ({ scope, body }) => {
        const { projectId, source } = body;
        if (projectId !== undefined) found(await findProject(scope, projectId));
        const linked =
          projectId === undefined ? source : await linkedSource(scope, { projectId, source });
        await readBeforehand(pool, scope, linked);
        return linked;
      },
      async (_, linked) => {
        const { suite, problems } = parsedSuite(linked);
        const tests = planRun(suite).filter(({ mode }) => mode === 'run').length;
        return { tests, problems };
      },
    ),
  ];
}
