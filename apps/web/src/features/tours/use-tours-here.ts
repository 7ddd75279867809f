import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useRouterState } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { projectQuery } from '#/features/projects/projects.queries.ts';
import { suiteQuery } from '#/features/suites/suites.queries.ts';
import { useScope } from '#/lib/session/scope.ts';
import type { TourContext } from './plan-tour.ts';
import { type Place, setTourContext } from './tour-store.ts';

/** Reports the displayed page to the tours. Use it once per page. */
export function useTourContext(): void {
  const context = useContextOnScreen();
  const place = usePlace();
  useEffect(() => setTourContext(context, place), [context, place]);
}

/** The page on which a tour starts, with a function to navigate. */
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
  // The list on screen can be filtered, and only contains the loaded pages.
  const project = useQuery({
    ...projectQuery(scope, projectId ?? ''),
    enabled: projectId !== undefined,
  });
  const platforms = projectId ? project.data?.platforms : undefined;
  return useMemo(() => {
    if (platform) return { kind: 'suite', platform };
    return platforms ? { kind: 'project', platforms } : null;
  }, [platform, platforms]);
}
