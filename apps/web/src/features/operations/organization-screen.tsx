import { useQuery } from '@tanstack/react-query';
import { NotFoundScreen } from '#/features/session/not-found-screen.tsx';
import { isUnknown } from '#/lib/api.ts';
import { formatDate } from '#/lib/format-time.ts';
import { usePageTitle } from '#/lib/page-title.ts';
import { Badge } from '#/ui/badge.tsx';
import { Loaded } from '#/ui/loaded.tsx';
import { PageHeader } from '#/ui/page-header.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { AreasCard } from './areas-card.tsx';
import { EgressCard } from './egress-card.tsx';
import { anyOrganizationQuery } from './operations.queries.ts';
import { TermsCard } from './terms-card.tsx';
import { useIsOperator } from './use-is-operator.ts';

/** Limits of an organization, which operators can change. */
export function OrganizationScreen({ organizationId }: { organizationId: string }) {
  return useIsOperator() ? <Operated organizationId={organizationId} /> : <NotFoundScreen />;
}

function Operated({ organizationId }: { organizationId: string }) {
  const query = useQuery(anyOrganizationQuery(organizationId));
  const { data, error } = query;
  usePageTitle(data?.name ?? 'Organization');
  if (!data && isUnknown(error)) return <NotFoundScreen />;
  return (
    <div className="flex flex-col gap-5">
      <PageHeader
        title={data?.name ?? 'Organization'}
        description={
          data && (
            <>
              Created on {formatDate(data.createdAt)} by {data.owners.join(', ') || 'nobody'}. ID{' '}
              <code className="wrap-anywhere">{data.id}</code>
            </>
          )
        }
        actions={data?.isLocked && <Badge tone="failed">Locked</Badge>}
      />
      <Loaded
        query={query}
        what="the organization"
        skeleton={
          <div className="flex flex-col gap-5">
            <Skeleton className="h-72" />
            <Skeleton className="h-40" />
          </div>
        }
      >
        {(organization) => (
          <>
            <TermsCard organization={organization} />
            <EgressCard organization={organization} />
            <AreasCard organization={organization} />
          </>
        )}
      </Loaded>
    </div>
  );
}
