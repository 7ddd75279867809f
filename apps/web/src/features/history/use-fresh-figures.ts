import { useEffect, useRef } from 'react';
import { useScope } from '#/lib/session/scope.ts';
import { refreshFigures } from './history.queries.ts';

const refreshEveryMs = 3000;

/** Refreshes the figures when the list of runs is updated, which happens with every run, but at most every few seconds. */
export function useFreshFigures(listUpdatedAt: number): void {
  const scope = useScope();
  const due = useRef<ReturnType<typeof setTimeout>>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is due is due for one scope
  useEffect(
    () => () => {
      clearTimeout(due.current);
      due.current = undefined;
    },
    [scope],
  );
  useEffect(() => {
    if (listUpdatedAt === 0) return;
    due.current ??= setTimeout(() => {
      due.current = undefined;
      refreshFigures(scope);
    }, refreshEveryMs);
  }, [scope, listUpdatedAt]);
}
