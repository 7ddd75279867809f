import { Gauge } from 'lucide-react';
import type { ReactNode } from 'react';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import { EmptyState } from '#/ui/empty-state.tsx';
import { PageHeader } from '#/ui/page-header.tsx';

/** The pages of load testing for whom it is switched on; an explanation for everybody else. */
export function LoadTestingGate({ children }: { children: ReactNode }) {
  const isEnabled = useAuthStore(({ user }) => user?.loadTestingEnabled ?? false);
  if (isEnabled) return children;
  return (
    <div className="flex flex-col gap-5">
      <PageHeader title="Load Test" />
      <EmptyState icon={<Gauge aria-hidden />} title="Load testing is not enabled for you">
        A load test holds your tests with many virtual users at once. Because that can overwhelm a
        bot, it is switched on for each person: ask whoever runs this installation, who names you in
        PARLEY_LOAD_TESTING_FOR.
      </EmptyState>
    </div>
  );
}
