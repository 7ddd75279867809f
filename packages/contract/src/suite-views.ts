/** Saved views of the list of all test suites: named filters, private or shared. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id, name, search, tag, text } from './fields.ts';

const organization = '/internal/v1/users/{userId}/organizations/{orgId}';

/** Maximum number of views per member, and of shared views per organization. */
export const suiteViewsMax = 50;

/** Filters as in the URL of the list. Values that are unknown to this release are kept. */
const filters = z.object({
  q: z.optional(search),
  state: z.optional(text(40)),
  monitored: z.optional(text(40)),
  /** Id of a project. */
  project: z.optional(text(40)),
  tag: z.optional(tag),
});

const suiteViewSchema = z.object({
  id,
  name: z.string(),
  filters,
  isShared: z.boolean(),
  /** True if the list opens with this view for the caller. */
  isDefault: z.boolean(),
  createdBy: z.string(),
});

export type SuiteView = z.output<typeof suiteViewSchema>;

export const listSuiteViews = endpoint({
  method: 'GET',
  path: `${organization}/suite-views`,
  summary: 'List the saved views of the member and those that are shared, by name',
  access: { organization: 'suites.read' },
  response: z.object({ items: z.array(suiteViewSchema) }),
});

export const createSuiteView = endpoint({
  method: 'POST',
  path: `${organization}/suite-views`,
  summary: 'Save filters of the list of all suites under a name, for the member or for everyone',
  access: { organization: 'suites.read' },
  body: z.object({ name, filters, isShared: z.boolean() }),
  response: suiteViewSchema,
  status: 201,
  errors: ['conflict'],
  idempotent: true,
});

export const changeSuiteView = endpoint({
  method: 'PATCH',
  path: `${organization}/suite-views/{viewId}`,
  summary: 'Rename a saved view, or replace its filters',
  access: { organization: 'suites.read' },
  body: z.object({ name: z.optional(name), filters: z.optional(filters) }),
  response: suiteViewSchema,
});

export const deleteSuiteView = endpoint({
  method: 'DELETE',
  path: `${organization}/suite-views/{viewId}`,
  summary: 'Delete a saved view; a shared one for everyone',
  access: { organization: 'suites.read' },
  response: 'nothing',
});

export const setDefaultSuiteView = endpoint({
  method: 'PUT',
  path: `${organization}/default-suite-view`,
  summary: 'Choose the saved view that the list opens with for the member; null for none',
  access: { organization: 'suites.read' },
  body: z.object({ viewId: z.nullable(id) }),
  response: 'nothing',
});
