/** Server requests for monitoring, with one `queryOptions` per read. */
import {
  type AlertChannel,
  type AlertDelivery,
  alerts,
  type BodyInput,
  type ExclusionCalendar,
  type Incident,
  incidents,
  type Monitor,
  type MonitoringConfig,
  monitoring,
  type StatusPageSettings,
  statusPages,
} from '@parley/contract';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#/lib/api.ts';
import { queryClient } from '#/lib/query-client.ts';
import type { OrganizationScope } from '#/lib/session/scope.ts';

const pageLimit = 50;

/** Refresh interval in milliseconds. Workers change the data in the background. */
const refreshMs = 15_000;

export function monitorsQuery(scope: OrganizationScope) {
  return infiniteQueryOptions({
    queryKey: ['monitoring', scope.orgId, 'monitors'] as const,
    queryFn: ({ pageParam, signal }) =>
      call(monitoring.listMonitors, {
        params: scope,
        query: { cursor: pageParam, limit: pageLimit },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    refetchInterval: refreshMs,
  });
}

export function monitorQuery(scope: OrganizationScope, suiteId: string) {
  return queryOptions({
    queryKey: ['monitoring', scope.orgId, 'monitor', suiteId] as const,
    queryFn: ({ signal }) => call(incidents.getMonitor, { params: { ...scope, suiteId }, signal }),
    refetchInterval: refreshMs,
  });
}

export type IncidentWish = BodyInput<typeof incidents.changeIncident>;

export async function changeIncident(
  scope: OrganizationScope,
  suiteId: string,
  incidentId: string,
  body: IncidentWish,
): Promise<void> {
  const incident = await call(incidents.changeIncident, {
    params: { ...scope, incidentId },
    body,
  });
  queryClient.setQueryData(monitorQuery(scope, suiteId).queryKey, (shown) =>
    shown ? { ...shown, incident, monitor: withIncident(shown.monitor, incident) } : shown,
  );
  await refresh(scope, 'monitors');
}

function withIncident(monitor: Monitor, { acknowledged, snoozed }: Incident): Monitor {
  if (!monitor.incident) return monitor;
  const changed = { isAcknowledged: acknowledged !== null, snoozedUntil: snoozed?.until ?? null };
  return { ...monitor, incident: { ...monitor.incident, ...changed } };
}

export function schedulePreviewQuery(
  scope: OrganizationScope,
  suiteId: string,
  config: MonitoringConfig,
) {
  return queryOptions({
    queryKey: ['monitoring', scope.orgId, 'preview', suiteId, config] as const,
    queryFn: ({ signal }) =>
      call(monitoring.previewSchedule, {
        params: { ...scope, suiteId },
        body: { config },
        signal,
      }),
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 60_000,
  });
}

export async function pauseMonitor(
  scope: OrganizationScope,
  suiteId: string,
  until: string | null,
): Promise<void> {
  await call(monitoring.pauseMonitor, { params: { ...scope, suiteId }, body: { until } });
  await refresh(scope, 'monitors');
  await refresh(scope, 'stops');
}

export function calendarsQuery(scope: OrganizationScope) {
  return queryOptions({
    queryKey: ['monitoring', scope.orgId, 'calendars'] as const,
    queryFn: ({ signal }) => call(monitoring.listCalendars, { params: scope, signal }),
  });
}

export function holidaySetsQuery(scope: OrganizationScope) {
  return queryOptions({
    queryKey: ['monitoring', scope.orgId, 'holiday-sets'] as const,
    queryFn: ({ signal }) => call(monitoring.listHolidaySets, { params: scope, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export type CalendarContent = BodyInput<typeof monitoring.createCalendar>;

/** Creates a calendar, or changes an existing one if `calendarId` is given. */
export async function saveCalendar(
  scope: OrganizationScope,
  calendarId: string | undefined,
  body: CalendarContent,
): Promise<ExclusionCalendar> {
  const saved = calendarId
    ? await call(monitoring.updateCalendar, { params: { ...scope, calendarId }, body })
    : await call(monitoring.createCalendar, { params: scope, body });
  await refresh(scope, 'calendars');
  return saved;
}

export async function deleteCalendar(scope: OrganizationScope, calendarId: string): Promise<void> {
  await call(monitoring.deleteCalendar, { params: { ...scope, calendarId } });
  await refresh(scope, 'calendars');
}

export function alertChannelsQuery(scope: OrganizationScope) {
  return queryOptions({
    queryKey: ['monitoring', scope.orgId, 'channels'] as const,
    queryFn: ({ signal }) => call(alerts.listAlertChannels, { params: scope, signal }),
    refetchInterval: refreshMs,
  });
}

export function alertsQuery(scope: OrganizationScope) {
  return queryOptions({
    queryKey: ['monitoring', scope.orgId, 'alerts'] as const,
    queryFn: ({ signal }) => call(alerts.listAlerts, { params: scope, signal }),
    refetchInterval: refreshMs,
  });
}

export function deliveriesQuery(scope: OrganizationScope, alertChannelId: string) {
  return queryOptions({
    queryKey: ['monitoring', scope.orgId, 'deliveries', alertChannelId] as const,
    queryFn: ({ signal }) =>
      call(alerts.listAlertDeliveries, { params: { ...scope, alertChannelId }, signal }),
    refetchInterval: refreshMs,
  });
}

export function statusPageQuery(scope: OrganizationScope) {
  return queryOptions({
    queryKey: ['monitoring', scope.orgId, 'status-page'] as const,
    queryFn: ({ signal }) => call(statusPages.getStatusPage, { params: scope, signal }),
  });
}

export async function saveStatusPage(
  scope: OrganizationScope,
  body: StatusPageSettings,
): Promise<void> {
  await call(statusPages.saveStatusPage, { params: scope, body });
  await refresh(scope, 'status-page');
}

export type NewChannel = BodyInput<typeof alerts.createAlertChannel>;
export type ChannelChange = BodyInput<typeof alerts.updateAlertChannel>;

/** Creates a channel. For a webhook, returns the signing secret, which no other response contains; otherwise null. */
export async function createChannel(
  scope: OrganizationScope,
  body: NewChannel,
): Promise<string | null> {
  const { signingSecret } = await call(alerts.createAlertChannel, { params: scope, body });
  await refresh(scope, 'channels');
  return signingSecret;
}

export async function updateChannel(
  scope: OrganizationScope,
  alertChannelId: string,
  body: ChannelChange,
): Promise<AlertChannel> {
  const params = { ...scope, alertChannelId };
  const channel = await call(alerts.updateAlertChannel, { params, body });
  await refresh(scope, 'channels');
  return channel;
}

export async function deleteChannel(
  scope: OrganizationScope,
  alertChannelId: string,
): Promise<void> {
  await call(alerts.deleteAlertChannel, { params: { ...scope, alertChannelId } });
  await refresh(scope, 'channels');
}

/** Resends the email that asks recipients to confirm. */
export async function askRecipients(
  scope: OrganizationScope,
  alertChannelId: string,
): Promise<void> {
  await call(alerts.askAlertRecipients, { params: { ...scope, alertChannelId } });
  await refresh(scope, 'channels');
}

export async function testChannel(
  scope: OrganizationScope,
  alertChannelId: string,
): Promise<AlertDelivery> {
  const delivery = await call(alerts.testAlertChannel, { params: { ...scope, alertChannelId } });
  await refresh(scope, 'channels');
  await refresh(scope, 'deliveries');
  return delivery;
}

function refresh(scope: OrganizationScope, what: string): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['monitoring', scope.orgId, what] });
}
