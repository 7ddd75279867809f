import { livePath } from '@parley/contract';
import type { ReactNode } from 'react';
import { useInstallation } from '#/lib/installation.ts';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import { useOrgStore } from '#/lib/session/org-store.ts';
import { Card } from '#/ui/card.tsx';

/** Technical details that support may ask for. */
export function AboutCard() {
  const installation = useInstallation();
  const userId = useAuthStore(({ user }) => user?.id);
  const organization = useOrgStore((state) => state.currentOrganization);
  const apiUrl = organization?.apiURL ?? location.origin;
  return (
    <Card title="About" subtitle="Details that support may ask for" isFlush>
      <dl className="divide-y divide-line border-line border-t">
        <Line term="API URL">{apiUrl}</Line>
        <Line term="Dashboard URL">{location.origin}</Line>
        <Line term="Exploratory testing URL">{`${location.origin}/explore`}</Line>
        <Line term="WebSocket URL">{apiUrl.replace(/^http/, 'ws') + livePath}</Line>
        <Line term="Version">{installation?.version ?? 'Loading...'}</Line>
        <Line term="Organization ID">{organization?.id}</Line>
        <Line term="User ID">{userId}</Line>
      </dl>
    </Card>
  );
}

function Line({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-x-4 gap-y-0.5 px-5 py-2.5 text-sm sm:flex-row">
      <dt className="w-48 shrink-0 text-ink-muted">{term}</dt>
      <dd className="min-w-0 break-all font-mono text-xs leading-5">{children}</dd>
    </div>
  );
}
