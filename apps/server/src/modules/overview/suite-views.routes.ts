import { suiteViews as endpoints, type SuiteView } from '@parley/contract';
import { inTransaction } from '../../platform/database/scope.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { found } from '../../platform/errors/found.ts';
import { type Route, route } from '../../platform/http/http.ts';
import { newId } from '../../platform/security/ids.ts';
import { findUser } from '../identity/identity.ts';
import {
  deleteView,
  findView,
  holdView,
  insertView,
  isFull,
  listViews,
  type SuiteViewRow,
  setDefault,
  updateView,
} from './suite-views.queries.ts';

export function suiteViewsRoutes(): Route[] {
  return [
    route(endpoints.listSuiteViews, async ({ scope }) => ({
      items: (await listViews(scope)).map(present),
    })),

    route(endpoints.createSuiteView, ({ scope, body: { name, filters, isShared } }) =>
      inTransaction(scope, async (inside) => {
        const { userId, email } = inside.actor;
        const ownerId = isShared ? null : userId;
        if (await isFull(inside, ownerId)) {
          const whose = isShared ? 'An organization shares' : 'A member has';
          throw new ApiError('conflict', {
            message: `${whose} at most ${endpoints.suiteViewsMax} saved views.`,
            hint: 'Delete one first.',
          });
        }
        const user = await findUser(inside.db, userId);
        const createdByName = user?.name || email;
        const id = newId();
        await insertView(inside, { id, ownerId, name, filters, createdBy: userId, createdByName });
        return present(found(await findView(inside, id)));
      }),
    ),

    route(endpoints.changeSuiteView, ({ scope, params: { viewId }, body }) =>
      inTransaction(scope, async (inside) => {
        await updateView(inside, viewId, body);
        return present(found(await findView(inside, viewId)));
      }),
    ),

    route(endpoints.deleteSuiteView, async ({ scope, params: { viewId } }) => {
      if (!(await deleteView(scope, viewId))) throw new ApiError('not_found');
    }),

    route(endpoints.setDefaultSuiteView, ({ scope, body: { viewId } }) =>
      inTransaction(scope, async (inside) => {
        if (viewId !== null) found(await holdView(inside, viewId));
        await setDefault(inside, viewId);
      }),
    ),
  ];
}

const present = (row: SuiteViewRow): SuiteView => ({
  id: row.id,
  name: row.name,
  filters: row.filters,
  isShared: row.ownerId === null,
  isDefault: row.isDefault,
  createdBy: row.createdByName,
});
