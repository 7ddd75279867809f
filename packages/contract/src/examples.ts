/** Ready-made tests, with which somebody new sees results before writing a test. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id } from './fields.ts';
import { runSummarySchema, startRunErrors } from './runs.ts';

const base = '/internal/v1/users/{userId}/organizations/{orgId}/examples';

export const runDemo = endpoint({
  method: 'POST',
  path: `${base}/demo-run`,
  summary: 'Run a test suite against the demo bot; creates the suite and its project if needed',
  access: { organization: 'projects.write' },
  body: z.object({
    /** Project for the suite; by default the one named "Demo bot". */
    projectId: z.optional(id),
  }),
  response: runSummarySchema,
  status: 202,
  errors: startRunErrors,
  idempotent: true,
  changes: 'suites',
});
