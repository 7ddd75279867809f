import { hasCustomSchedule, type MonitoringConfig } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { Activity, CircleOff } from 'lucide-react';
import { useScope } from '#/lib/session/scope.ts';
import { Badge } from '#/ui/badge.tsx';
import { monitoringStopsQuery } from './billing.queries.ts';

interface MonitoredBadgeProps {
  suite: { platform: 'webchat' | 'phone'; monitoringConfig: MonitoringConfig | null };
}

/** Shows whether a suite runs on its schedule. It is never green, because green stands for passed. */
export function MonitoredBadge({ suite }: MonitoredBadgeProps) {
  const { data: stops = [] } = useQuery(monitoringStopsQuery(useScope()));
  const stop = stops.find(({ reason }) => {
    if (reason === 'schedule') return hasCustomSchedule(suite.monitoringConfig);
    return reason !== 'callMinutes' || suite.platform === 'phone';
  });
  if (!stop) return <Badge icon={<Activity aria-hidden />}>Monitored</Badge>;
  return (
    <span title={`${stop.message} ${stop.hint}`} className="inline-flex max-w-full">
      <Badge tone="error" icon={<CircleOff aria-hidden />}>
        Monitoring stopped
      </Badge>
    </span>
  );
}
