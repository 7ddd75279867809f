import type { ListedOrganization } from '@parley/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Building2 } from 'lucide-react';
import { useState } from 'react';
import { countOf, formatNumber } from '#/lib/format-number.ts';
import { formatDate } from '#/lib/format-time.ts';
import { planName, useSettingsStore } from '#/lib/session/settings-store.ts';
import { Badge } from '#/ui/badge.tsx';
import { Card } from '#/ui/card.tsx';
import { EmptyState } from '#/ui/empty-state.tsx';
import { linkClass } from '#/ui/link-class.ts';
import { PagedList } from '#/ui/paged-list.tsx';
import { SearchField } from '#/ui/search-field.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#/ui/table.tsx';
import { allOrganizationsQuery } from './operations.queries.ts';

const searchDelayMs = 300;

/** All organizations of the installation, with plans and end dates. */
export function OrganizationsTab() {
  const [search, setSearch] = useState('');
  const query = useInfiniteQuery(allOrganizationsQuery(search.trim()));
  return (
    <div className="flex flex-col gap-5 pt-5">
      <SearchField
        value={search}
        onChange={setSearch}
        delayMs={searchDelayMs}
        placeholder="Search by name, ID or address of a member"
        className="max-w-md"
      />
      <PagedList
        query={query}
        what="the organizations"
        empty={
          <EmptyState icon={<Building2 aria-hidden />} title="No organizations found">
            {search === ''
              ? 'Organizations appear here after their first user signs up.'
              : 'Search for a different name, ID or address.'}
          </EmptyState>
        }
        end={({ shown, isMore }) => countOf(shown, 'organization', isMore)}
      >
        {(organizations) => <OrganizationTable organizations={organizations} />}
      </PagedList>
    </div>
  );
}

function OrganizationTable({ organizations }: { organizations: ListedOrganization[] }) {
  return (
    <Card isFlush className="overflow-hidden">
      <Table label="Organizations">
        <TableHead>
          <TableHeader>Organization</TableHeader>
          <TableHeader>Plan</TableHeader>
          <TableHeader className="@max-3xl:hidden">Ends</TableHeader>
          <TableHeader className="text-right @max-2xl:hidden">Members</TableHeader>
          <TableHeader className="text-right @max-2xl:hidden">Monitors</TableHeader>
        </TableHead>
        <TableBody>
          {organizations.map((organization) => (
            <OrganizationRow key={organization.id} organization={organization} />
          ))}
        </TableBody>
      </Table>
    </Card>
  );
}

function OrganizationRow({ organization }: { organization: ListedOrganization }) {
  const { id, name, owners, members, monitors, subscription, isLocked } = organization;
  const plans = useSettingsStore((state) => state.plans);
  const { planId, status, endDate } = subscription;
  const end = endDate === null ? 'No end' : formatDate(endDate);
  return (
    <TableRow>
      <TableCell className="w-full max-w-0 min-w-36">
        <Link
          to="/operations/organizations/$organizationId"
          params={{ organizationId: id }}
          dir="auto"
          className={`${linkClass} block truncate`}
        >
          {name}
        </Link>
        <span className="block truncate text-ink-muted text-xs">{owners.join(', ')}</span>
      </TableCell>
      <TableCell>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {planName(plans, planId)}
          {isLocked && <Badge tone="failed">Locked</Badge>}
          {!isLocked && status === 'trial' && <Badge>Trial</Badge>}
        </p>
        <p className="text-ink-muted text-xs @3xl:hidden">{end}</p>
      </TableCell>
      <TableCell className="whitespace-nowrap text-ink-muted @max-3xl:hidden">{end}</TableCell>
      <TableCell className="text-right tabular @max-2xl:hidden">{formatNumber(members)}</TableCell>
      <TableCell className="text-right tabular @max-2xl:hidden">{formatNumber(monitors)}</TableCell>
    </TableRow>
  );
}
