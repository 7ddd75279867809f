import { statusPages as endpoints, type StatusPageSettings } from '@parley/contract';
import { violates } from '../../../db/violates.ts';
import { inTransaction, type Scope, workScope } from '../../../platform/database/scope.ts';
import { ApiError } from '../../../platform/errors/api-error.ts';
import { found } from '../../../platform/errors/found.ts';
import { type Route, route } from '../../../platform/http/http.ts';
import type { Platform } from '../../../platform/platform.ts';
import { recordAudit } from '../../audit/audit.ts';
import { presentStatusPage } from './present-status-page.ts';
import {
  findPublicPage,
  findStatusPage,
  listShownSuites,
  putStatusPage,
} from './status-page.queries.ts';

/** Lets proxies and browsers cache the page for a minute, so that a page with many viewers causes one query per minute. */
const cacheControl = 'public, max-age=60';

export function statusPageRoutes({ config }: Platform): Route[] {
  const urlOf = ({ slug }: Pick<StatusPageSettings, 'slug'>) =>
    `${config.publicUrl}/status/${slug}`;
  return [
    route(endpoints.getStatusPage, async ({ scope }) => {
      const row = await findStatusPage(scope);
      if (row === undefined) return null;
      const { organizationId: _, ...stored } = row;
      const shown = await listShownSuites(scope, idsOf(row));
      const left = new Set(shown.map(({ id }) => id));
      // Leave out deleted suites, so that the returned settings can be saved.
      const suites = stored.suites.filter(({ suiteId }) => left.has(suiteId));
      const settings = { ...stored, suites };
      const page = await presentStatusPage(scope, settings, shown);
      return { settings, url: urlOf(row), page };
    }),

    route(endpoints.saveStatusPage, async ({ scope, body }) => {
      await refusingTakenSlug(() => save(scope, body));
      return { settings: body, url: urlOf(body) };
    }),

    route(endpoints.readStatusPage, async ({ scope, params, reply }) => {
      const row = found(await findPublicPage(scope.db, params.slug));
      const { organizationId } = row;
      void reply.header('cache-control', cacheControl);
      if (!row.isListed) void reply.header('x-robots-tag', 'noindex, nofollow');
      const reader = workScope(scope.db, organizationId);
      return presentStatusPage(reader, row, await listShownSuites(reader, idsOf(row)));
    }),
  ];
}

function idsOf({ suites }: Pick<StatusPageSettings, 'suites'>): string[] {
  return suites.map(({ suiteId }) => suiteId);
}

function save(scope: Scope, settings: StatusPageSettings): Promise<void> {
  return inTransaction(scope, async (inside) => {
    const ids = new Set(idsOf(settings));
    const own = await listShownSuites(inside, [...ids]);
    if (own.length < ids.size) throw new ApiError('not_found');
    await putStatusPage(inside, settings);
    const detail = settings.isPublic ? 'for everybody' : 'for nobody';
    await recordAudit(inside, { action: 'status-page.changed', target: settings.title, detail });
  });
}

async function refusingTakenSlug(write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!violates(error, 'status_pages_slug')) throw error;
    throw new ApiError('name_taken', {
      message: 'This address is taken.',
      hint: 'Choose another one.',
    });
  }
}
