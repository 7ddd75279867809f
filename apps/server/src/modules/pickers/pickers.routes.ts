import { pickers as endpoints } from '@parley/contract';
import { found } from '../../platform/errors/found.ts';
import { type Route, route } from '../../platform/http/http.ts';
import type { Platform } from '../../platform/platform.ts';
import { asFile } from '../runs/runs.ts';
import { actInPicker, closePicker, openPicker } from './open-picker.ts';
import { presentPicker } from './picker-row.ts';
import { findPicture, seePicker } from './pickers.queries.ts';

export function pickersRoutes({ news }: Platform): Route[] {
  return [
    route(endpoints.openPicker, async ({ scope, body }) =>
      presentPicker(await openPicker(scope, news, body)),
    ),

    route(endpoints.getPicker, async ({ scope, params }) =>
      presentPicker(found(await seePicker(scope, params.pickerId))),
    ),

    route(endpoints.getPickerPicture, async ({ scope, params, reply }) => {
      const bytes = found(await findPicture(scope, params.pickerId));
      const file = asFile(reply, { bytes, mediaType: 'image/jpeg' });
      // The next picture has the same URL, so browsers must not store any.
      void reply.header('cache-control', 'no-store');
      return file;
    }),

    route(endpoints.actInPicker, async ({ scope, params, body }) =>
      presentPicker(await actInPicker(scope, news, params.pickerId, body)),
    ),

    route(endpoints.closePicker, ({ scope, params }) => closePicker(scope, news, params.pickerId)),
  ];
}
