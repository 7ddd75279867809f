import * as contract from '@parley/contract';
import { violates } from '../../db/violates.ts';
import type { ForgetMentions } from '../../platform/database/deletions.ts';
import { inDeletion, inTransaction, type Scope } from '../../platform/database/scope.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { found } from '../../platform/errors/found.ts';
import { type Route, route } from '../../platform/http/http.ts';
import type { Platform } from '../../platform/platform.ts';
import { refuseRunBeyondQuota } from '../billing/billing.ts';
import { refuseInactiveSubscription } from '../organizations/organizations.ts';
import { refuseUnknownSettings } from './check-settings.ts';
import { createDevice, deviceNameTaken } from './create-device.ts';
import { checkHealthJob, presentHealth } from './device-health.ts';
import {
  countDevices,
  countOpenRuns,
  countSuitesOf,
  type DeviceRow,
  deleteDevice,
  findDevice,
  lockDevice,
  pageDevices,
  pageSuitesOf,
  storeHealth,
  updateDevice,
} from './devices.queries.ts';
import { presentDevice, presentDevices } from './present-device.ts';

const endpoints = contract.devices;

export function devicesRoutes(platform: Platform, forgetMentions: ForgetMentions): Route[] {
  return [
    route(endpoints.pageDevices, async ({ scope, query }) => {
      const { page, pageSize } = query;
      const total = await countDevices(scope, query);
      const rows = await pageDevices(scope, query, query);
      return {
        items: await presentDevices(scope, rows),
        pagination: { page, pageSize, total },
      };
    }),

    route(endpoints.getDevice, async ({ scope, params }) =>
      presentDevice(scope, found(await findDevice(scope, params.deviceId))),
    ),

    route(endpoints.listDeviceSuites, async ({ scope, params, query }) => {
      const device = found(await findDevice(scope, params.deviceId));
      const { page, pageSize } = query;
      const total = (await countSuitesOf(scope, [device])).get(device.id) ?? 0;
      const items = await pageSuitesOf(scope, device.id, query);
      return { items, pagination: { page, pageSize, total } };
    }),

    route(endpoints.getDeviceHealth, async ({ scope, params }) => {
      const { health } = found(await findDevice(scope, params.deviceId));
      return presentHealth(health, platform.clock.now());
    }),

    route(endpoints.checkDeviceHealth, ({ scope, params, body }) =>
      inTransaction(scope, async (inside) => {
        // Lock the plan before the device. All code that locks both uses this order, which prevents deadlocks.
        if (body.to !== undefined) await refuseCall(inside);
        const device = found(await lockDevice(inside, params.deviceId));
        if (device.platform !== 'phone') throw noCaller();
        const askedAt = platform.clock.now().toISOString();
        const health = { askedAt, checkedAt: null, checks: [], call: null };
        await storeHealth(inside, device.id, health);
        await platform.queue.send(inside.db, checkHealthJob, {
          organizationId: inside.organizationId,
          deviceId: device.id,
          askedAt,
          to: body.to ?? null,
        });
        return presentHealth(health, platform.clock.now());
      }),
    ),

    route(endpoints.createDevice, ({ scope, body }) => createDevice(scope, body)),

    route(endpoints.updateDevice, ({ scope, params, body }) =>
      inTransaction(scope, async (inside) => {
        const before = found(await lockDevice(inside, params.deviceId));
        const { locale, settings } = { ...before, ...body };
        if (settings.platform !== before.platform) throw platformStays(before);
        refuseUnknownSettings(locale, settings);
        return presentDevice(inside, found(await updateDevice(inside, before.id, body)));
      }),
    ),

    route(endpoints.renameDevice, async ({ scope, params, body }) => {
      const row = await updateDevice(scope, params.deviceId, body).catch((error: unknown) => {
        throw violates(error, 'devices_name') ? deviceNameTaken(body.name) : error;
      });
      return presentDevice(scope, found(row));
    }),

    route(endpoints.deleteDevice, async ({ scope, params, query }) => {
      const refuseNeeded = async (within: Scope, device: DeviceRow) => {
        await refuseBusy(within, device);
        if (query.detach === 'false') await refuseUsed(within, device);
      };
      const { deviceId } = params;
      await refuseNeeded(scope, found(await findDevice(scope, deviceId)));
      await forgetMentions(scope.db, 'device', deviceId);
      return inDeletion(scope, async (inside) => {
        const device = found(await lockDevice(inside, deviceId));
        await refuseNeeded(inside, device);
        await deleteDevice(inside, deviceId);
        return undefined;
      });
    }),
  ];
}

async function refuseBusy(scope: Scope, device: DeviceRow): Promise<void> {
  const runs = await countOpenRuns(scope, device.id);
  if (runs === 0) return;
  throw new ApiError('device_in_use', {
    message:
      runs === 1
        ? 'A run is using or waiting for this device.'
        : `${runs} runs are using or waiting for this device.`,
    hint: 'Wait until they have ended, or cancel them.',
  });
}

async function refuseUsed(scope: Scope, device: DeviceRow): Promise<void> {
  const suites = (await countSuitesOf(scope, [device])).get(device.id) ?? 0;
  if (suites === 0) return;
  throw new ApiError('device_in_use', {
    message: suites === 1 ? 'A test suite uses it.' : `${suites} test suites use it.`,
    hint: 'Choose another device for them first, or delete it with detach=true. They then run without a device.',
  });
}

/** Refuses a call without an active subscription or beyond the quota, because every call costs money. */
async function refuseCall(scope: Scope): Promise<void> {
  await refuseInactiveSubscription(scope);
  await refuseRunBeyondQuota(scope, 'phone');
}

function noCaller(): ApiError {
  return new ApiError('invalid_request', {
    message: 'A webchat visitor places no calls, so there is nothing to check.',
    hint: 'Check a device of the platform phone.',
  });
}

function platformStays({ platform }: DeviceRow): ApiError {
  return new ApiError('invalid_request', {
    message: 'The platform of a virtual device cannot be changed.',
    hint: 'Create another device for the other platform.',
    problems: [{ path: 'settings.platform', message: `It is a ${platform} device.` }],
  });
}
