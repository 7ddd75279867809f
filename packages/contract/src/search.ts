/** Searches an organization's items by name, for the command palette. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id, search, timestamp } from './fields.ts';
import { shownRunStatus } from './runs.ts';

const named = z.object({ id, name: z.string() });

const suite = z.extend(named, { projectName: z.string() });

const foundSchema = z.object({
  projects: z.array(named),
  suites: z.array(suite),
  tests: z.array(
    z.object({
      suiteId: id,
      suiteName: z.string(),
      name: z.string(),
      /** Position in its suite, from 1. */
      place: z.number(),
    }),
  ),
  /** Monitored suites, identified by the id of the suite. */
  monitors: z.array(suite),
  members: z.array(z.extend(named, { email: z.string() })),
  /** Matching runs by suite, number or label, newest first. */
  runs: z.array(
    z.object({
      id,
      suiteName: z.string(),
      number: z.nullable(z.number()),
      label: z.nullable(z.string()),
      environment: z.nullable(z.string()),
      status: shownRunStatus,
      at: timestamp,
    }),
  ),
});

export type FoundNames = z.output<typeof foundSchema>;

export const searchNames = endpoint({
  method: 'GET',
  path: '/internal/v1/users/{userId}/organizations/{orgId}/search',
  summary:
    'Find projects, suites, tests, monitors, members and recent runs by name; at most 8 of each',
  access: { organization: 'projects.read' },
  query: z.object({ search }),
  response: foundSchema,
});
