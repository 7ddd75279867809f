import { publicApi as endpoints } from '@parley/contract';
import { cutPage, readCursor } from '../../platform/http/cursor.ts';
import { type Route, route } from '../../platform/http/http.ts';
import {
  createProject,
  listProjectsAfter,
  type ProjectPlace,
  type ProjectRow,
} from '../projects/projects.ts';

export function projectsApiRoutes(): Route[] {
  return [
    route(endpoints.readProjects, async ({ scope, query }) => {
      const { cursor, limit, ...filter } = query;
      const after = cursor === undefined ? undefined : readPlace(cursor);
      const all = await listProjectsAfter(scope, filter, after, limit + 1);
      const { rows, nextCursor } = cutPage(all, limit, ({ name, id }) => [name, id]);
      return { items: rows.map(presentProject), nextCursor };
    }),

    route(endpoints.addProject, async ({ scope, body }) =>
      presentProject(await createProject(scope, body)),
    ),
  ];
}

function readPlace(cursor: string): ProjectPlace {
  const [name = '', id = ''] = readCursor(cursor, 2);
  return { name, id };
}

function presentProject({ id, name, parentProjectId }: ProjectRow) {
  return { id, name, parentProjectId };
}
