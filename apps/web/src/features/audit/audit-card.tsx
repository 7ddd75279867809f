import { type AuditTopic, audit, type Member } from '@parley/contract';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { retentionQuery } from '#/features/billing/billing.queries.ts';
import { messageOr } from '#/lib/message-or.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Button } from '#/ui/button.tsx';
import { Card } from '#/ui/card.tsx';
import { RetryAlert } from '#/ui/retry-alert.tsx';
import { Select } from '#/ui/select.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { toast } from '#/ui/toast.ts';
import { type AuditFilter, auditQuery, downloadAudit } from './audit.queries.ts';
import { AuditTable } from './audit-table.tsx';

const topicLabels: Record<AuditTopic, string> = {
  members: 'Members and organization',
  access: 'Sign-on and API keys',
  suites: 'Projects and test suites',
  monitoring: 'Monitoring and alerts',
  runs: 'Runs',
};

const topicOptions = [
  { value: 'all', label: 'Everything' },
  ...audit.auditTopics.map((topic) => ({ value: topic, label: topicLabels[topic] })),
] as const;

/** Audit log of the organization, for its administrators. */
export function AuditCard({ members }: { members: Member[] }) {
  const scope = useScope();
  const [filter, setFilter] = useState<AuditFilter>({});
  const [isExporting, setIsExporting] = useState(false);
  const query = useInfiniteQuery(auditQuery(scope, filter));
  const { data: retention } = useQuery(retentionQuery(scope));
  const entries = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const isFiltered = filter.topic !== undefined || filter.actorId !== undefined;
  const people = [
    { value: 'all', label: 'Everybody' },
    ...members.map(({ id, name, email }) => ({ value: id, label: name || email })),
  ];

  async function exportAll() {
    setIsExporting(true);
    try {
      await downloadAudit(scope, filter);
    } catch (error) {
      toast({
        variant: 'destructive',
        title: messageOr(error, 'Failed to export the audit log'),
      });
    } finally {
      setIsExporting(false);
    }
  }

  return (
    <Card
      title="Audit log"
      subtitle={`Who did what, when and from where${retention ? `. Kept for ${retention.auditDays} days.` : ''}`}
      actions={
        <Button
          icon={<Download className="size-4" aria-hidden />}
          isLoading={isExporting}
          disabled={entries.length === 0}
          onClick={() => void exportAll()}
        >
          Export CSV
        </Button>
      }
      isFlush
    >
      <div className="flex flex-wrap gap-2 px-5 pb-4">
        <Select
          label="What"
          isLabelHidden
          options={topicOptions}
          value={filter.topic ?? 'all'}
          onChange={(topic) => setFilter({ ...filter, topic: topic === 'all' ? undefined : topic })}
          className="w-full sm:w-56"
        />
        <Select
          label="Who"
          isLabelHidden
          options={people}
          value={filter.actorId ?? 'all'}
          onChange={(id) => setFilter({ ...filter, actorId: id === 'all' ? undefined : id })}
          className="w-full sm:w-56"
        />
      </div>
      {query.isPending && (
        <div className="flex flex-col gap-3 border-line border-t px-5 py-4">
          <Skeleton className="h-5 w-80 max-w-full" />
          <Skeleton className="h-5 w-64 max-w-full" />
        </div>
      )}
      {query.isError && (
        <div className="px-5 pb-5">
          <RetryAlert
            what="the audit log"
            error={query.error}
            onRetry={() => void query.refetch()}
          />
        </div>
      )}
      {query.isSuccess && entries.length === 0 && (
        <p className="border-line border-t px-5 py-10 text-center text-ink-muted text-sm">
          {isFiltered
            ? 'No entries match these filters.'
            : 'No entries yet. Changes in this organization appear here.'}
        </p>
      )}
      {entries.length > 0 && <AuditTable entries={entries} />}
      {query.hasNextPage && (
        <div className="flex justify-center border-line border-t py-3">
          <Button
            size="sm"
            isLoading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            Load more
          </Button>
        </div>
      )}
    </Card>
  );
}
