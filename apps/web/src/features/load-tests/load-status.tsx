import type { LoadTest } from '@parley/contract';
import { StatusBadge } from '#/ui/status-badge.tsx';

export function LoadStatus({ test }: { test: Pick<LoadTest, 'status'> }) {
  if (test.status === 'cancelled') return <StatusBadge status="cancelled" label="Stopped" />;
  return <StatusBadge status={test.status} />;
}
