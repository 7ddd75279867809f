/** Projects and sub-projects: folders for test suites. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import {
  description,
  id,
  name,
  page,
  pageSize,
  pagination,
  search,
  sortOrder,
  timestamp,
  version,
} from './fields.ts';
import { platform } from './suites.ts';

const base = '/internal/v1/users/{userId}/organizations/{orgId}/projects';

export const projectSchema = z.object({
  id,
  name: z.string(),
  description: z.string(),
  /** Number of suites in the project itself, without its sub-projects. */
  testSuiteCount: z.number(),
  /** Platforms of the suites; empty if there are none. */
  platforms: z.array(platform),
  /** True for a project that was created with the examples; see the removal of the example project. */
  isExample: z.boolean(),
  parentProjectId: z.nullable(id),
  createdAt: timestamp,
  lastModified: timestamp,
  /** Increases with each change. A change can name the version that it is based on. */
  version: z.number(),
});

export type Project = z.output<typeof projectSchema>;

export const projectInput = z.object({ name, description: z.optional(description) });

export const subprojectInput = z.extend(projectInput, { parentProjectId: z.optional(id) });

export const listProjects = endpoint({
  method: 'GET',
  path: base,
  summary:
    'List all projects by name; with `page` or `pageSize`, one page of them as items and pagination',
  access: { organization: 'projects.read' },
  query: z.object({
    page: z.optional(page),
    /** Defaults to 10 if only `page` is given. If only `pageSize` is given, the first page is returned. */
    pageSize: z.optional(pageSize),
    search: z.optional(search),
    sortBy: z._default(z.enum(['name', 'lastModified', 'testSuiteCount']), 'name'),
    sortOrder: z._default(sortOrder, 'asc'),
    parentId: z.optional(id),
  }),
  response: z.union([
    z.array(projectSchema),
    z.object({ items: z.array(projectSchema), pagination }),
  ]),
});

export const getProjectHierarchy = endpoint({
  method: 'GET',
  path: `${base}/hierarchy`,
  summary: 'List all projects with their parents, by name',
  access: { organization: 'projects.read' },
  response: z.object({ flatProjects: z.array(projectSchema) }),
});

export const validateProjectName = endpoint({
  method: 'GET',
  path: `${base}/validate-name`,
  summary: 'Check if a name is free within a parent, ignoring case',
  access: { organization: 'projects.read' },
  query: z.object({
    name: z.string().check(z.maxLength(10_000)),
    parentId: z.optional(id),
    excludeId: z.optional(id),
  }),
  response: z.object({ valid: z.boolean(), message: z.optional(z.string()) }),
});

export const getProject = endpoint({
  method: 'GET',
  path: `${base}/{projectId}`,
  summary: 'Get a project',
  access: { organization: 'projects.read' },
  response: projectSchema,
});

export const createProject = endpoint({
  method: 'POST',
  path: base,
  summary: 'Create a project',
  access: { organization: 'projects.write' },
  body: subprojectInput,
  response: projectSchema,
  status: 201,
  errors: ['name_taken'],
  idempotent: true,
  changes: 'projects',
});

export const updateProject = endpoint({
  method: 'PUT',
  path: `${base}/{projectId}`,
  summary: 'Update the name or description of a project',
  access: { organization: 'projects.write' },
  body: z.extend(projectInput, {
    /** The version that the change is based on. If absent, the change overwrites newer versions. */
    version: z.optional(version),
  }),
  response: projectSchema,
  errors: ['name_taken', 'conflict'],
  changes: 'projects',
});

export const deleteProject = endpoint({
  method: 'DELETE',
  path: `${base}/{projectId}`,
  summary: 'Delete an empty project',
  access: { organization: 'projects.write' },
  response: 'nothing',
  errors: ['not_empty'],
  changes: 'projects',
});

export const listSubprojects = endpoint({
  method: 'GET',
  path: `${base}/{projectId}/subprojects`,
  summary: 'List the sub-projects of a project by name',
  access: { organization: 'projects.read' },
  response: z.array(projectSchema),
});

export const createSubproject = endpoint({
  method: 'POST',
  path: `${base}/{projectId}/subprojects`,
  summary: 'Create a sub-project',
  access: { organization: 'projects.write' },
  body: subprojectInput,
  response: projectSchema,
  status: 201,
  errors: ['name_taken'],
  idempotent: true,
  changes: 'projects',
});

export const canDeleteProject = endpoint({
  method: 'GET',
  path: `${base}/{projectId}/can-delete`,
  summary: 'Check if a project is empty, or why it cannot be deleted',
  access: { organization: 'projects.read' },
  response: z.object({ canDelete: z.boolean(), reason: z.optional(z.string()) }),
});
