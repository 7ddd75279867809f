import { Gauge } from 'lucide-react';
import type { ReactNode } from 'react';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import { NotEnabled } from '#/ui/not-enabled.tsx';

/** Shows the load testing pages if load testing is enabled for the user, and an explanation otherwise. */
export function LoadTestingGate({ children }: { children: ReactNode }) {
  const isEnabled = useAuthStore(({ user }) => user?.loadTestingEnabled ?? false);
  if (isEnabled) return children;
  return (
    <NotEnabled
      title="Load Test"
      icon={<Gauge aria-hidden />}
      area="Load testing"
      setting="PARLEY_LOAD_TESTING_FOR"
    >
      Run your tests with many virtual users at once and see how your bot performs. It can overload
      a bot, so access is limited.
    </NotEnabled>
  );
}
