import { type AlertChannel, type MonitorAlert, roleAllows } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BellRing, Plus } from 'lucide-react';
import { useState } from 'react';
import { failureClassNames } from '#/lib/failure-class-names.ts';
import { formatDateTime } from '#/lib/format-time.ts';
import { useMyRole } from '#/lib/session/my-role.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Badge } from '#/ui/badge.tsx';
import { Button } from '#/ui/button.tsx';
import { Card } from '#/ui/card.tsx';
import { EmptyState } from '#/ui/empty-state.tsx';
import { ListFrame } from '#/ui/list-frame.tsx';
import { RetryAlert } from '#/ui/retry-alert.tsx';
import { ChannelDialog } from './channel-dialog.tsx';
import { ChannelRow } from './channel-row.tsx';
import { alertChannelsQuery, alertsQuery } from './monitoring.queries.ts';
import { stopLabels } from './stop-labels.ts';

/** Alert channels and recent alerts. */
export function AlertsTab() {
  const scope = useScope();
  const channels = useQuery(alertChannelsQuery(scope));
  const alerts = useQuery(alertsQuery(scope));
  const role = useMyRole();
  const mayManage = role !== undefined && roleAllows(role, 'alerts.manage');
  const [edited, setEdited] = useState<AlertChannel | 'new' | null>(null);
  const add = mayManage && (
    <Button
      variant="primary"
      icon={<Plus className="size-4" aria-hidden />}
      onClick={() => setEdited('new')}
    >
      Add channel
    </Button>
  );
  return (
    <ListFrame query={channels} what="the alert channels">
      {channels.data?.length === 0 && (
        <EmptyState icon={<BellRing aria-hidden />} title="No alert channels yet" action={add}>
          {mayManage
            ? 'Send alerts by email, Slack, Teams, PagerDuty or your own webhook.'
            : 'Owners and administrators can add alert channels.'}
        </EmptyState>
      )}
      {channels.data && channels.data.length > 0 && (
        <Card
          title="Channels"
          subtitle="Where alerts about failing test suites go"
          actions={add}
          isFlush
        >
          <ul className="divide-y divide-line border-line border-t">
            {channels.data.map((channel) => (
              <ChannelRow
                key={channel.id}
                channel={channel}
                mayManage={mayManage}
                onEdit={() => setEdited(channel)}
              />
            ))}
          </ul>
        </Card>
      )}
      {alerts.isError && (
        <RetryAlert what="the alerts" error={alerts.error} onRetry={() => void alerts.refetch()} />
      )}
      {alerts.data && alerts.data.length > 0 && (
        <Card title="Alerts" subtitle="Most recent alerts, open ones first" isFlush>
          <ul className="divide-y divide-line border-line border-t">
            {alerts.data.map((alert) => (
              <AlertRow key={alert.id} alert={alert} />
            ))}
          </ul>
        </Card>
      )}
      {edited && (
        <ChannelDialog
          channel={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(null)}
        />
      )}
    </ListFrame>
  );
}

function AlertRow({ alert }: { alert: MonitorAlert }) {
  const { suiteName, stopReason, classes, openedAt, resolvedAt, runId } = alert;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-5 py-3 text-sm">
      <div className="flex min-w-0 flex-wrap items-center gap-2">
        {resolvedAt ? <Badge tone="passed">Resolved</Badge> : <Badge tone="failed">Open</Badge>}
        {runId ? (
          <Link
            to="/history/testruns/$runId"
            params={{ runId }}
            className="truncate font-medium text-ink hover:underline"
          >
            {suiteName}
          </Link>
        ) : (
          <span className="truncate font-medium text-ink">{suiteName}</span>
        )}
        <span className="text-ink-muted">
          {stopReason
            ? stopLabels[stopReason]
            : classes.map((each) => failureClassNames[each]).join(', ')}
        </span>
      </div>
      <span className="tabular text-ink-muted text-xs">
        {formatDateTime(openedAt)}
        {resolvedAt && ` – ${formatDateTime(resolvedAt)}`}
      </span>
    </li>
  );
}
