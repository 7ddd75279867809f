import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useRouterState } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { useSuiteList } from '#/features/suites/suite-list.store.ts';
import { suiteQuery } from '#/features/suites/suites.queries.ts';
import { useScope } from '#/lib/session/scope.ts';
import type { TourContext } from './plan-tour.ts';
import { type Place, setTourContext } from './tour-store.ts';

/** Keeps the tours informed of the page on screen. Once per page. */
export function useTourContext(): void {
  const context = useContextOnScreen();
  const place = usePlace();
  useEffect(() => setTourContext(context, place), [context, place]);
}

/** Where a tour starts from. */
export function usePlace(): Place {
  const navigate = useNavigate();
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  return useMemo(
    () => ({ pathname, goTo: (path) => void navigate({ to: path }) }),
    [navigate, pathname],
  );
}

function useContextOnScreen(): TourContext {
  const scope = useScope();
  const { projectId, testSuiteId } = useParams({ strict: false });
  const suite = useQuery({
    ...suiteQuery(scope, testSuiteId ?? ''),
    enabled: testSuiteId !== undefined,
  });
  const platform = testSuiteId ? suite.data?.platform : undefined;
  const listed = useSuiteList((state) =>
    state.currentProjectId === projectId ? state.items : undefined,
  );
  return useMemo(() => {
    if (platform) return { kind: 'suite', platform };
    if (!projectId || !listed) return null;
    return { kind: 'project', platforms: [...new Set(listed.map((item) => item.platform))] };
  }, [platform, projectId, listed]);
}
