import { type AuditTopic, audit, type Member } from '@parley/contract';
import { counted } from '@parley/suite';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { retentionQuery } from '#/features/billing/billing.queries.ts';
import { formatNumber } from '#/lib/format-number.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Button } from '#/ui/button.tsx';
import { Card } from '#/ui/card.tsx';
import { PagedList } from '#/ui/paged-list.tsx';
import { Select } from '#/ui/select.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { useChange } from '#/ui/use-change.ts';
import { type AuditFilter, auditQuery, downloadAudit } from './audit.queries.ts';
import { AuditTable } from './audit-table.tsx';

const topicLabels: Record<AuditTopic, string> = {
  members: 'Members and organization',
  access: 'Sign-on, API keys, webhooks',
  suites: 'Projects and test suites',
  monitoring: 'Monitoring and alerts',
  runs: 'Runs',
};

const topicOptions = [
  { value: 'all', label: 'Everything' },
  ...audit.auditTopics.map((topic) => ({ value: topic, label: topicLabels[topic] })),
] as const;

/** The organization's audit log, for administrators. */
export function AuditCard({ members }: { members: Member[] }) {
  const scope = useScope();
  const [filter, setFilter] = useState<AuditFilter>({});
  const query = useInfiniteQuery(auditQuery(scope, filter));
  const { data: retention } = useQuery(retentionQuery(scope));
  const isEmpty = query.data?.pages.every(({ items }) => items.length === 0) ?? true;
  const isFiltered = filter.topic !== undefined || filter.actorId !== undefined;
  const exportAll = useChange({
    run: () => downloadAudit(scope, filter),
    failure: 'Failed to export the audit log',
  });

  return (
    <Card
      title="Audit log"
      subtitle={`Who did what, when and from where${retention ? `. Kept for ${counted(retention.auditDays, 'day')}.` : ''}`}
      actions={
        <Button
          icon={<Download className="size-4" aria-hidden />}
          isLoading={exportAll.isPending}
          disabled={isEmpty}
          onClick={() => void exportAll.start()}
        >
          Export CSV
        </Button>
      }
      isFlush
    >
      <AuditFilters members={members} filter={filter} onChange={setFilter} />
      <PagedList
        query={query}
        what="the audit log"
        skeleton={
          <div className="flex flex-col gap-3">
            <Skeleton className="h-5 w-80 max-w-full" />
            <Skeleton className="h-5 w-64 max-w-full" />
          </div>
        }
        isInCard
        empty={
          <p className="border-line border-t px-5 py-10 text-center text-ink-muted text-sm">
            {isFiltered
              ? 'No entries match these filters.'
              : 'No entries yet. Changes in this organization appear here.'}
          </p>
        }
        end={({ shown, isMore }) => entriesInWords(shown, isMore)}
      >
        {(entries) => <AuditTable entries={entries} />}
      </PagedList>
    </Card>
  );
}

function entriesInWords(count: number, isMore: boolean): string {
  return `${count === 1 ? '1 entry' : `${formatNumber(count)} entries`}${isMore ? ', and more' : ''}`;
}

interface AuditFiltersProps {
  members: Member[];
  filter: AuditFilter;
  onChange: (filter: AuditFilter) => void;
}

function AuditFilters({ members, filter, onChange }: AuditFiltersProps) {
  const people = [
    { value: 'all', label: 'Everybody' },
    ...members.map(({ id, name, email }) => ({ value: id, label: name || email })),
  ];
  return (
    <div className="flex flex-wrap gap-2 px-5 pb-4">
      <Select
        label="What"
        isLabelHidden
        options={topicOptions}
        value={filter.topic ?? 'all'}
        onChange={(topic) => onChange({ ...filter, topic: topic === 'all' ? undefined : topic })}
        className="w-full sm:w-56"
      />
      <Select
        label="Who"
        isLabelHidden
        options={people}
        value={filter.actorId ?? 'all'}
        onChange={(id) => onChange({ ...filter, actorId: id === 'all' ? undefined : id })}
        className="w-full sm:w-56"
      />
    </div>
  );
}
