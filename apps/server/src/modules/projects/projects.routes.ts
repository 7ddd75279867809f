import * as contract from '@parley/contract';
import { pageWithTotal } from '../../db/count-found.ts';
import { violates } from '../../db/violates.ts';
import type { ForgetMentions } from '../../platform/database/deletions.ts';
import { inDeletion, type Scope } from '../../platform/database/scope.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { found } from '../../platform/errors/found.ts';
import { type Route, route } from '../../platform/http/http.ts';
import { recordAudit } from '../audit/audit.ts';
import { checkProjectName } from './check-project-name.ts';
import { createProject, projectNameTaken } from './create-project.ts';
import { presentProject } from './present-project.ts';
import {
  addToTotals,
  countProjects,
  countSubprojects,
  deleteEmptyProject,
  findProject,
  listProjects,
  type ProjectRow,
  pageProjects,
  updateProject,
} from './projects.queries.ts';

const endpoints = contract.projects;

/** Default page size. */
const pageSizeUnasked = 10;

export function projectsRoutes(forgetMentions: ForgetMentions): Route[] {
  return [
    route(endpoints.listProjects, async ({ scope, query }) => {
      const { parentId, page, pageSize } = query;
      if (parentId) await projectOf(scope, parentId);
      if (page === undefined && pageSize === undefined)
        return (await listProjects(scope, query)).map(presentProject);
      const wanted = { ...query, page: page ?? 1, pageSize: pageSize ?? pageSizeUnasked };
      const { rows, pagination } = await pageWithTotal(
        wanted,
        () => pageProjects(scope, query, wanted),
        () => countProjects(scope, query, wanted),
      );
      return { items: rows.map(presentProject), pagination };
    }),

    route(endpoints.getProjectHierarchy, async ({ scope }) => ({
      flatProjects: (await listProjects(scope)).map(presentProject),
    })),

    route(endpoints.validateProjectName, async ({ scope, query }) => {
      const { name, parentId, excludeId } = query;
      const parent = parentId ? await projectOf(scope, parentId) : undefined;
      if (excludeId) await projectOf(scope, excludeId);
      return checkProjectName(scope, name, { parent, excludeId });
    }),

    route(endpoints.getProject, async ({ scope, params }) =>
      presentProject(await projectOf(scope, params.projectId)),
    ),

    route(endpoints.createProject, async ({ scope, body }) =>
      presentProject(await createProject(scope, body)),
    ),

    route(endpoints.updateProject, async ({ scope, params, body }) => {
      const { version, ...change } = body;
      const update = updateProject(scope, params.projectId, change, version);
      const row = await update.catch((error: unknown) => {
        throw violates(error, 'projects_name') ? projectNameTaken(body.name) : error;
      });
      if (row) return presentProject(row);
      throw changedMeanwhile(await projectOf(scope, params.projectId));
    }),

    route(endpoints.deleteProject, async ({ scope, params }) => {
      const { projectId } = params;
      const held = await whatItHolds(scope, await projectOf(scope, projectId));
      if (held) throw notEmpty(held);
      await forgetMentions(scope.db, 'project', projectId);
      await inDeletion(scope, async (inside) => {
        await addToTotals(inside, { projects: -1 });
        const deleted = await deleteEmptyProject(inside, projectId);
        if (!deleted) {
          const project = await projectOf(inside, projectId);
          throw notEmpty(await whatItHolds(inside, project));
        }
        await recordAudit(inside, { action: 'project.deleted', target: deleted.name });
      });
      return undefined;
    }),

    route(endpoints.listSubprojects, async ({ scope, params }) => {
      const parent = await projectOf(scope, params.projectId);
      return (await listProjects(scope, { parentId: parent.id })).map(presentProject);
    }),

    route(endpoints.createSubproject, async ({ scope, params, body }) =>
      presentProject(await createProject(scope, { ...body, parentProjectId: params.projectId })),
    ),

    route(endpoints.canDeleteProject, async ({ scope, params }) => {
      const reason = await whatItHolds(scope, await projectOf(scope, params.projectId));
      return reason ? { canDelete: false, reason } : { canDelete: true };
    }),
  ];
}

async function projectOf(scope: Scope, id: string): Promise<ProjectRow> {
  return found(await findProject(scope, id));
}

function changedMeanwhile({ name }: ProjectRow): ApiError {
  return new ApiError('conflict', {
    message: `Somebody changed this project in the meantime; it is now named “${name}”.`,
    hint: 'Reload it and repeat your change.',
  });
}

function notEmpty(message: string): ApiError {
  return new ApiError('not_empty', { message });
}

/** Returns the reason why a project cannot be deleted; empty if it can. */
async function whatItHolds(scope: Scope, project: ProjectRow): Promise<string> {
  const suites = project.webchatSuites + project.phoneSuites;
  const subprojects = await countSubprojects(scope, project.id);
  const held = [
    suites && (suites === 1 ? '1 test suite' : `${suites} test suites`),
    subprojects && (subprojects === 1 ? '1 sub-project' : `${subprojects} sub-projects`),
  ].filter(Boolean);
  return held.length > 0 ? `It still contains ${held.join(' and ')}.` : '';
}
