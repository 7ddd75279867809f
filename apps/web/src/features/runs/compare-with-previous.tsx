import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { GitCompareArrows } from 'lucide-react';
import { useScope } from '#/lib/session/scope.ts';
import { buttonClass } from '#/ui/button.tsx';
import { previousRunQuery } from './runs.queries.ts';

/** Opens a run next to the previous one; hidden if there is none. */
export function CompareWithPrevious({ runId }: { runId: string }) {
  const { data: previous } = useQuery(previousRunQuery(useScope(), runId));
  if (!previous) return null;
  return (
    <Link
      to="/history/compare"
      search={{ base: previous.id, with: runId }}
      className={buttonClass()}
    >
      <GitCompareArrows className="size-4" aria-hidden />
      Compare with previous
    </Link>
  );
}
