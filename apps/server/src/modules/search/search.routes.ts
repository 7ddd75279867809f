import { search as endpoints } from '@parley/contract';
import { mayAlso } from '../../platform/database/scope.ts';
import { type Route, route } from '../../platform/http/http.ts';
import { findMembers, findProjects, findRuns, findSuites, findTests } from './search.queries.ts';
import { wordsOf } from './words-of.ts';

export function searchRoutes(): Route[] {
  return [
    route(endpoints.searchNames, async ({ scope, query }) => {
      const words = wordsOf(query.search);
      const ifAllowed = <T>(
        permission: Parameters<typeof mayAlso>[1],
        find: () => Promise<T[]>,
      ): Promise<T[]> | T[] => (words.length > 0 && mayAlso(scope, permission) ? find() : []);
      const [projects, suites, tests, monitors, members, runs] = await Promise.all([
        ifAllowed('projects.read', () => findProjects(scope, words)),
        ifAllowed('suites.read', () => findSuites(scope, words)),
        ifAllowed('suites.read', () => findTests(scope, words)),
        ifAllowed('suites.read', () => findSuites(scope, words, { isMonitoring: true })),
        ifAllowed('organization.read', () => findMembers(scope, words)),
        ifAllowed('runs.read', () => findRuns(scope, words)),
      ]);
      return { projects, suites, tests, monitors, members, runs };
    }),
  ];
}
