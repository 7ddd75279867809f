import { useQuery } from '@tanstack/react-query';
import { explorationQuery } from '#/features/explorations/explorations.queries.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Crumb, type LookupProps } from './crumb.tsx';
import { lookupLabel } from './lookup-label.ts';

export function ExplorationStep({ params, isCurrent }: LookupProps) {
  const exploration = useQuery(explorationQuery(useScope(), params.explorationId ?? ''));
  return <Crumb label={lookupLabel(exploration, 'Unknown Exploration')} isCurrent={isCurrent} />;
}
