import * as contract from '@parley/contract';
import { pageWithTotal } from '../../db/count-found.ts';
import type { ForgetMentions } from '../../platform/database/deletions.ts';
import { inDeletion, inTransaction } from '../../platform/database/scope.ts';
import { found } from '../../platform/errors/found.ts';
import { preparedRoute, type Route, route } from '../../platform/http/http.ts';
import type { Platform } from '../../platform/platform.ts';
import { newId } from '../../platform/security/ids.ts';
import { recordAudit } from '../audit/audit.ts';
import { findProject } from '../projects/projects.ts';
import { changeMonitor } from './change-monitor.ts';
import { changeSuite } from './change-suite.ts';
import { createSuite } from './create-suite.ts';
import { defaultSource } from './default-source.ts';
import { listUses, renameBlock } from './library-uses.ts';
import { cloneStem, nameClone } from './name-clone.ts';
import { readLinkedBeforehand } from './parsed-suite.ts';
import { presentSuite, presentSummary } from './present-suite.ts';
import { recount } from './recount.ts';
import { refuseTooManyBytes } from './refuse-too-many-bytes.ts';
import { removeSuite } from './remove-suite.ts';
import { sourceShownTo } from './source-shown-to.ts';
import {
  countSuites,
  findSuite,
  insertSuite,
  listNamesBeginningWith,
  lockSuite,
  pageSuites,
  updateSuite,
} from './suites.queries.ts';

const endpoints = contract.suites;

export function suiteRoutes({ config, pool }: Platform, forgetMentions: ForgetMentions): Route[] {
  const { suiteBytesMax: bytesMax } = config;
  return [
    route(endpoints.listSuites, async ({ scope, query }) => {
      if (query.projectId) found(await findProject(scope, query.projectId));
      const byName = { ...query, sortField: 'name', sortDirection: 'asc' } as const;
      return (await pageSuites(scope, query, byName)).map(presentSummary);
    }),

    route(endpoints.pageSuites, async ({ scope, query }) => {
      if (query.projectId) found(await findProject(scope, query.projectId));
      const { rows, pagination } = await pageWithTotal(
        query,
        () => pageSuites(scope, query, query),
        () => countSuites(scope, query, query),
      );
      return { items: rows.map(presentSummary), pagination };
    }),

    route(endpoints.getSuite, async ({ scope, params }) => {
      const suite = found(await findSuite(scope, params.suiteId));
      return { ...presentSuite(suite), ...(await sourceShownTo(scope, pool, suite)) };
    }),

    preparedRoute(
      endpoints.createSuite,
      ({ scope, body }) => readLinkedBeforehand(pool, scope, { ...body, source: body.source }),
      async ({ scope, body }) => {
        const source = body.source ?? defaultSource(body.platform, config.demoBotPort);
        return presentSuite(await createSuite(scope, { ...body, source, bytesMax }));
      },
    ),

    preparedRoute(
      endpoints.updateSuite,
      ({ scope, params, body }) =>
        readLinkedBeforehand(pool, scope, { ...params, source: body.source }),
      async ({ scope, params, body }) =>
        presentSuite(await changeSuite(scope, params.suiteId, { ...body, bytesMax })),
    ),

    route(endpoints.renameSuite, async ({ scope, params, body }) =>
      presentSuite(found(await updateSuite(scope, params.suiteId, { name: body.name }))),
    ),

    route(endpoints.moveSuite, ({ scope, params, body }) => {
      const { projectId } = body;
      return inTransaction(scope, async (inside) => {
        const before = found(await lockSuite(inside, params.suiteId));
        await recount(inside, before, { ...before, projectId });
        const project = found(await findProject(inside, projectId));
        const moved = { target: before.name, detail: project.name };
        await recordAudit(inside, { action: 'suite.moved', ...moved });
        return presentSuite(found(await updateSuite(inside, before.id, { projectId })));
      });
    }),

    route(endpoints.cloneSuite, ({ scope, params, query }) =>
      inTransaction(scope, async (inside) => {
        const original = found(await findSuite(inside, params.suiteId));
        const { description, platform, source, testCount, testNames, testTags } = original;
        const { monitoringConfig, deviceId } = original;
        const projectId = query.projectId ?? original.projectId;
        await recount(inside, undefined, { projectId, platform });
        const taken = await listNamesBeginningWith(inside, projectId, cloneStem(original.name));
        const name = nameClone(original.name, taken);
        const copy = {
          name,
          projectId,
          description,
          platform,
          source,
          testCount,
          testNames,
          testNamesVersion: original.testNamesVersion === original.version ? 1 : 0,
          testTags,
          testTagsVersion: original.testTagsVersion === original.version ? 1 : 0,
          monitoringConfig,
          deviceId,
        };
        const stored = await insertSuite(inside, { id: newId(), ...copy });
        await refuseTooManyBytes(inside, bytesMax);
        return presentSuite(stored);
      }),
    ),

    route(contract.libraries.listLibraryUses, ({ scope, params }) =>
      listUses(scope, pool, params.projectId),
    ),

    route(contract.libraries.renameBlock, ({ scope, params, body }) =>
      renameBlock(scope, params.projectId, body),
    ),

    route(endpoints.setMonitoring, async ({ scope, params, body }) =>
      presentSuite(
        await changeMonitor(scope, params.suiteId, {
          isMonitoring: body.isMonitoring,
          schedule: body.monitoringConfig,
        }),
      ),
    ),

    route(endpoints.deleteSuite, async ({ scope, params }) => {
      const { suiteId } = params;
      found(await findSuite(scope, suiteId));
      await forgetMentions(scope.db, 'suite', suiteId);
      return inDeletion(scope, async (inside) => {
        const { name } = await removeSuite(inside, suiteId);
        await recordAudit(inside, { action: 'suite.deleted', target: name });
        return undefined;
      });
    }),
  ];
}
