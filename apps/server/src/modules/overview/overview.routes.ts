import { overview as endpoints, faults, type Overview, type SuiteStanding } from '@parley/contract';
import type { Edition } from '../../platform/config/edition.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { type Route, route } from '../../platform/http/http.ts';
import type { Platform } from '../../platform/platform.ts';
import { listIncidentCare } from '../monitoring/monitoring.ts';
import { afterLook, afterMark, type Visits } from './after-visit.ts';
import { createSlowResults, sharedSuitesMin } from './keep-slow-results.ts';
import type { SuiteFacts } from './overview.queries.ts';
import { readOverview, withCare } from './read-overview.ts';
import { rankOf, readStandings, type Standings, standingOfSuite } from './read-standings.ts';
import { suiteViewsRoutes } from './suite-views.routes.ts';
import { changeVisits } from './visits.queries.ts';

/** Maximum number of suites in a response; filters find the others. */
const listedMax = 500;

/** Maximum number of tags to offer; a URL can name any tag. */
const tagsMax = 1000;

/** Creates a reader of organizations' overviews. Slow results of large organizations are shared between requests. */
export function createOverviewReader(edition: Edition): (scope: Scope) => Promise<Overview> {
  const overviewOf = createSlowResults<Overview>({
    isLarge: ({ suites }) => suites.total >= sharedSuitesMin,
  });
  return async (scope) =>
    withCare(
      await overviewOf(scope.organizationId, () => readOverview(scope, edition)),
      await listIncidentCare(scope),
    );
}

export function overviewRoutes({ config: { edition } }: Pick<Platform, 'config'>): Route[] {
  const overviewOf = createOverviewReader(edition);
  const standingsOf = createSlowResults<Standings>({
    isLarge: ({ suites }) => suites.length >= sharedSuitesMin,
  });
  return [
    ...suiteViewsRoutes(),

    route(endpoints.getOverview, ({ scope }) => overviewOf(scope)),

    route(endpoints.visitOverview, async ({ scope, body: { arrives, shownAt } }) =>
      presentVisits(
        await changeVisits(scope, (known, now) =>
          afterLook(known, { now, arrives, shownAt: new Date(shownAt) }),
        ),
      ),
    ),

    route(endpoints.markOverview, async ({ scope, body: { from, to } }) =>
      presentVisits(
        await changeVisits(scope, (known, now) =>
          afterMark(known, {
            now,
            from: from ? new Date(from) : null,
            to: to ? new Date(to) : null,
          }),
        ),
      ),
    ),

    route(endpoints.listSuiteStandings, async ({ scope, query }) => {
      const standings = await standingsOf(scope.organizationId, () =>
        readStandings(scope, edition, { withBefore: false }),
      );
      const wanted = query.search?.trim().toLowerCase() ?? '';
      const found = standings.suites
        .filter(
          ({ name, projectId, projectName, tags }) =>
            (query.projectId === undefined || projectId === query.projectId) &&
            (query.tag === undefined || tags.includes(query.tag)) &&
            `${name}\n${projectName}`.toLowerCase().includes(wanted),
        )
        .map((suite) => standingOfSuite(suite, standings))
        .filter((row) => isWanted(row, query))
        .sort(byRank);
      return {
        items: found.slice(0, listedMax),
        total: found.length,
        tags: tagsOf(standings.suites),
      };
    }),
  ];
}

const tagsOf = (suites: readonly SuiteFacts[]): string[] =>
  [...new Set(suites.flatMap(({ tags }) => tags))]
    .sort((a, b) => a.localeCompare(b))
    .slice(0, tagsMax);

const presentVisits = ({ seenUntil }: Visits) => ({ seenUntil: seenUntil?.toISOString() ?? null });

interface Wanted {
  state?: SuiteStanding['state'] | 'failing' | undefined;
  monitored?: 'yes' | 'no' | undefined;
}

function isWanted(row: SuiteStanding, { state, monitored }: Wanted): boolean {
  const isFailing = (faults as readonly string[]).includes(row.state);
  const isState = state === undefined || (state === 'failing' ? isFailing : row.state === state);
  return isState && (monitored === undefined || (monitored === 'yes') === (row.monitor !== null));
}

function byRank(a: SuiteStanding, b: SuiteStanding): number {
  return rankOf(a.state) - rankOf(b.state) || a.suiteName.localeCompare(b.suiteName);
}
