/** Quarantines: tests that can fail for a while without failing their run or opening an alert. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id, testName, text, timestamp } from './fields.ts';

const suite = '/internal/v1/users/{userId}/organizations/{orgId}/testsuites/{suiteId}';

export const quarantineDaysMax = 90;

export const quarantineSchema = z.object({
  id,
  /** Key of the test: its current name, or the name it had when its history began. */
  test: z.string(),
  reason: z.string(),
  createdBy: z.string(),
  createdAt: timestamp,
  /** When the test counts again automatically. */
  expiresAt: timestamp,
  /** When somebody ended the quarantine early; null otherwise. */
  endedAt: z.nullable(timestamp),
});

export type Quarantine = z.output<typeof quarantineSchema>;

export const listQuarantines = endpoint({
  method: 'GET',
  path: `${suite}/quarantines`,
  summary:
    'List the quarantines of a test suite, newest first: active ones and the last ones before',
  access: { organization: 'suites.read' },
  response: z.object({ items: z.array(quarantineSchema) }),
});

export const beginQuarantine = endpoint({
  method: 'POST',
  path: `${suite}/quarantines`,
  summary: 'Put a test in quarantine, so it cannot fail its run; replaces its current quarantine',
  access: { organization: 'suites.write' },
  body: z.object({
    test: testName.check(z.minLength(1)),
    reason: text(500).check(z.trim(), z.minLength(1, 'Enter a reason.')),
    /** Duration in days, at most 90. */
    days: z.number().check(z.int(), z.minimum(1), z.maximum(quarantineDaysMax)),
  }),
  response: quarantineSchema,
  status: 201,
  idempotent: true,
});

export const endQuarantine = endpoint({
  method: 'DELETE',
  path: `${suite}/quarantines/{quarantineId}`,
  summary: 'End a quarantine',
  access: { organization: 'suites.write' },
  response: 'nothing',
});
