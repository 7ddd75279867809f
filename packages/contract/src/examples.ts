/** Ready-made tests that show new users results before they write their own. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id } from './fields.ts';
import { projectSchema } from './projects.ts';
import { runSummarySchema, startRunErrors } from './runs.ts';

const base = '/internal/v1/users/{userId}/organizations/{orgId}/examples';

export const runDemo = endpoint({
  method: 'POST',
  path: `${base}/demo-run`,
  summary: 'Run a test suite against the demo bot; creates the suite and its project if needed',
  access: { organization: 'projects.write' },
  body: z.object({
    /** Project for the suite. Defaults to the project named "Demo bot". */
    projectId: z.optional(id),
  }),
  response: runSummarySchema,
  status: 202,
  errors: startRunErrors,
  idempotent: true,
  changes: 'suites',
});

export const createExampleProject = endpoint({
  method: 'POST',
  path: `${base}/project`,
  summary:
    'Create the example project, with tests that pass, fail and are flaky, monitors and a map; returns it if it is there',
  access: { organization: 'projects.write' },
  response: projectSchema,
  status: 201,
  errors: [...startRunErrors, 'limit_reached', 'name_taken', 'schedule_invalid'],
  changes: 'suites',
});

export const removeExampleProject = endpoint({
  method: 'DELETE',
  path: `${base}/project`,
  summary: 'Delete the example project with its runs and its map; what was changed or added stays',
  access: { organization: 'projects.write' },
  response: z.object({
    /** Number of test suites that stay in the project because somebody changed or added them. */
    keptSuites: z.number(),
  }),
  changes: 'suites',
});
