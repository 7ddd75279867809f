import { publicApi as endpoints } from '@parley/contract';
import { cutPage, readCursor } from '../../platform/http/cursor.ts';
import { type Route, route } from '../../platform/http/http.ts';
import {
  createDevice,
  type DevicePlace,
  listDevicesAfter,
  presentDevices,
} from '../devices/devices.ts';

export function devicesApiRoutes(): Route[] {
  return [
    route(endpoints.readDevices, async ({ scope, query }) => {
      const { cursor, limit, platform = 'all', search } = query;
      const after = cursor === undefined ? undefined : readPlace(cursor);
      const all = await listDevicesAfter(scope, { platform, search }, after, limit + 1);
      const { rows, nextCursor } = cutPage(all, limit, ({ searchName, id }) => [searchName, id]);
      return { items: await presentDevices(scope, rows), nextCursor };
    }),

    route(endpoints.addDevice, ({ scope, body }) => createDevice(scope, body)),
  ];
}

function readPlace(cursor: string): DevicePlace {
  const [searchName = '', id = ''] = readCursor(cursor, 2);
  return { searchName, id };
}
