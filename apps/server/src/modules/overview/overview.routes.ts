import { overview as endpoints, type SuiteStanding } from '@parley/contract';
import { type Route, route } from '../../platform/http/http.ts';
import type { Platform } from '../../platform/platform.ts';
import type { MonitorStanding } from '../monitoring/monitoring.ts';
import { afterLook, afterMark, type Visits } from './after-visit.ts';
import type { SuiteFacts } from './overview.queries.ts';
import { readOverview } from './read-overview.ts';
import {
  isFailing,
  presentStanding,
  rankOf,
  readPlaces,
  readStandings,
  stateOfSuite,
} from './read-standings.ts';
import { suiteViewsRoutes } from './suite-views.routes.ts';
import { changeVisits } from './visits.queries.ts';

/** Maximum number of suites in a response; filters find the others. */
const listedMax = 500;

/** Maximum number of tags to offer; a URL can name any tag. */
const tagsMax = 1000;

export function overviewRoutes({ config: { edition } }: Pick<Platform, 'config'>): Route[] {
  return [
    ...suiteViewsRoutes(),

    route(endpoints.getOverview, ({ scope }) => readOverview(scope, edition)),

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
      const standings = await readStandings(scope, edition);
      const wanted = query.search?.trim().toLowerCase() ?? '';
      const found = standings.suites
        .filter(
          ({ name, projectId, projectName, tags }) =>
            (query.projectId === undefined || projectId === query.projectId) &&
            (query.tag === undefined || tags.includes(query.tag)) &&
            `${name}\n${projectName}`.toLowerCase().includes(wanted),
        )
        .map((suite) => ({
          suite,
          ...stateOfSuite(suite.id, standings.facts.get(suite.id) ?? [], standings),
          monitor: standings.monitors.get(suite.id) ?? null,
        }))
        .filter((row) => isWanted(row, query))
        .sort(byRank);
      const shown = found.slice(0, listedMax).map(({ suite }) => suite);
      const places = Map.groupBy(await readPlaces(scope, shown), ({ suiteId }) => suiteId);
      return {
        items: shown.map((suite) => presentStanding(suite, places.get(suite.id) ?? [], standings)),
        total: found.length,
        tags: tagsOf(standings.suites),
      };
    }),
  ];
}

const byName = new Intl.Collator().compare;

const tagsOf = (suites: readonly SuiteFacts[]): string[] =>
  [...new Set(suites.flatMap(({ tags }) => tags))].sort(byName).slice(0, tagsMax);

const presentVisits = ({ seenUntil }: Visits) => ({ seenUntil: seenUntil?.toISOString() ?? null });

interface Wanted {
  state?: SuiteStanding['state'] | 'failing' | undefined;
  monitored?: 'yes' | 'no' | undefined;
}

interface Row {
  suite: SuiteFacts;
  state: SuiteStanding['state'];
  monitor: MonitorStanding | null;
}

function isWanted(row: Row, { state, monitored }: Wanted): boolean {
  const isState =
    state === undefined || (state === 'failing' ? isFailing(row.state) : row.state === state);
  return isState && (monitored === undefined || (monitored === 'yes') === (row.monitor !== null));
}

const byRank = (a: Row, b: Row): number =>
  rankOf(a.state) - rankOf(b.state) || byName(a.suite.name, b.suite.name);
