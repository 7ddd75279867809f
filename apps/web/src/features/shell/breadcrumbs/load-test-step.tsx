import { useQuery } from '@tanstack/react-query';
import { loadTestQuery } from '#/features/load-tests/load-tests.queries.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Crumb, type LookupProps } from './crumb.tsx';
import { lookupLabel } from './lookup-label.ts';

export function LoadTestStep({ params, isCurrent }: LookupProps) {
  const test = useQuery(loadTestQuery(useScope(), params.loadTestId ?? ''));
  return <Crumb label={lookupLabel(test, 'Unknown Load Test')} isCurrent={isCurrent} />;
}
