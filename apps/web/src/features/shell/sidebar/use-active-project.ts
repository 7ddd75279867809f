import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { suiteQuery } from '#/features/suites/suites.queries.ts';
import { useScope } from '#/lib/session/scope.ts';

/** Id of the project in the URL. On the page of a suite, the project that contains the suite. */
export function useActiveProjectId(): string | undefined {
  const scope = useScope();
  const { projectId, testSuiteId } = useParams({ strict: false });
  const suite = useQuery({
    ...suiteQuery(scope, testSuiteId ?? ''),
    enabled: testSuiteId !== undefined,
  });
  return projectId ?? suite.data?.projectId;
}
