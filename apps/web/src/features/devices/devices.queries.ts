/**
 * Server requests for virtual devices. Loaders and screens share the `queryOptions` of a read; a change updates the cache
 * with the server's response.
 */
import { type BodyInput, type Device, type DevicePlatform, devices } from '@parley/contract';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { allPages } from '#/lib/all-pages.ts';
import { call } from '#/lib/api.ts';
import { queryClient } from '#/lib/query-client.ts';
import type { OrganizationScope } from '#/lib/session/scope.ts';

export interface DeviceFilters {
  search?: string | undefined;
  platform?: DevicePlatform | undefined;
}

const pageSize = 50;

/** Pages of devices, sorted by name. */
export function devicesQuery(scope: OrganizationScope, filters: DeviceFilters) {
  return infiniteQueryOptions({
    queryKey: ['devices', scope.orgId, 'list', filters] as const,
    queryFn: ({ pageParam, signal }) =>
      call(devices.pageDevices, {
        params: scope,
        query: { ...filters, page: pageParam, pageSize },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination: { page, pageSize, total } }) =>
      page * pageSize < total ? page + 1 : undefined,
  });
}

export function deviceQuery(scope: OrganizationScope, deviceId: string) {
  return queryOptions({
    queryKey: ['devices', scope.orgId, 'one', deviceId] as const,
    queryFn: ({ signal }) => call(devices.getDevice, { params: { ...scope, deviceId }, signal }),
  });
}

/** Devices of a platform for a select, sorted by name. */
export function devicesOfPlatformQuery(scope: OrganizationScope, platform: DevicePlatform) {
  return queryOptions({
    queryKey: ['devices', scope.orgId, 'list', 'of-platform', platform] as const,
    queryFn: ({ signal }) =>
      allPages(async (page) => {
        const query = { platform, ...page };
        return (await call(devices.pageDevices, { params: scope, query, signal })).items;
      }),
  });
}

/** Pages of suites that use a device. */
export function deviceSuitesQuery(scope: OrganizationScope, deviceId: string) {
  return infiniteQueryOptions({
    queryKey: ['devices', scope.orgId, 'suites', deviceId] as const,
    queryFn: ({ pageParam, signal }) =>
      call(devices.listDeviceSuites, {
        params: { ...scope, deviceId },
        query: { page: pageParam },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination: { page, pageSize, total } }) =>
      page * pageSize < total ? page + 1 : undefined,
    // Another page may just have changed the device of a suite.
    staleTime: 0,
  });
}

const calendarEveryMs = 5000;

/** Active, queued and upcoming runs of a device. Refetched while the page is open. */
export function deviceCalendarQuery(scope: OrganizationScope, deviceId: string, hours: number) {
  return queryOptions({
    queryKey: ['devices', scope.orgId, 'calendar', deviceId, hours] as const,
    queryFn: ({ signal }) =>
      call(devices.getDeviceCalendar, { params: { ...scope, deviceId }, query: { hours }, signal }),
    refetchInterval: calendarEveryMs,
    staleTime: 0,
  });
}

const healthEveryMs = 1500;

/** Result of the last check. Refetched while a worker is checking. */
export function deviceHealthQuery(scope: OrganizationScope, deviceId: string) {
  return queryOptions({
    queryKey: ['devices', scope.orgId, 'health', deviceId] as const,
    queryFn: ({ signal }) =>
      call(devices.getDeviceHealth, { params: { ...scope, deviceId }, signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'checking' ? healthEveryMs : false),
    staleTime: 0,
  });
}

/** Requests a check of the device by a worker. If `to` is given, the check places a call. */
export async function checkDeviceHealth(
  scope: OrganizationScope,
  deviceId: string,
  to: string,
): Promise<void> {
  const params = { ...scope, deviceId };
  const body = to.trim() === '' ? {} : { to };
  const asked = await call(devices.checkDeviceHealth, { params, body });
  queryClient.setQueryData(deviceHealthQuery(scope, deviceId).queryKey, asked);
}

function remember(scope: OrganizationScope, device: Device): Device {
  queryClient.setQueryData(deviceQuery(scope, device.id).queryKey, device);
  return device;
}

export type DeviceInput = BodyInput<typeof devices.createDevice>;

export async function createDevice(scope: OrganizationScope, body: DeviceInput): Promise<Device> {
  return remember(scope, await call(devices.createDevice, { params: scope, body }));
}

/** Changes the fields in `body` and keeps the others. */
export async function updateDevice(
  scope: OrganizationScope,
  deviceId: string,
  body: BodyInput<typeof devices.updateDevice>,
): Promise<Device> {
  const params = { ...scope, deviceId };
  return remember(scope, await call(devices.updateDevice, { params, body }));
}

export async function renameDevice(
  scope: OrganizationScope,
  deviceId: string,
  name: string,
): Promise<Device> {
  const params = { ...scope, deviceId };
  return remember(scope, await call(devices.renameDevice, { params, body: { name } }));
}

/**
 * Deletes a device. With `detach`, test suites that use the device continue without one. Otherwise they prevent the deletion.
 */
export async function deleteDevice(
  scope: OrganizationScope,
  deviceId: string,
  { detach }: { detach: boolean },
): Promise<void> {
  const query = { detach: detach ? ('true' as const) : ('false' as const) };
  await call(devices.deleteDevice, { params: { ...scope, deviceId }, query });
  queryClient.removeQueries({ queryKey: deviceQuery(scope, deviceId).queryKey });
}
