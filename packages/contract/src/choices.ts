/** Closed lists for parsing URLs, kept apart from the schemas, which take longer to load. */

import type { FailureClass, WireOutcome, WireStanding } from '@parley/suite';

/** Platforms that support virtual devices; the plan determines which of them may be created. */
export const devicePlatforms = ['webchat', 'phone'] as const;

export const runStatuses = [
  'queued',
  'running',
  'passed',
  'failed',
  'error',
  'cancelled',
  'interrupted',
] as const;

export const runTriggers = ['manual', 'api', 'monitor'] as const;

export const failureClassNames = [
  'wrong',
  'silent',
  'network',
  'configuration',
  'internal',
  'unsure',
] as const satisfies readonly FailureClass[];

/** States of a test or step in the API. An `undecided` outcome is called `unsure`. */
export const standingNames = {
  pending: 'pending',
  running: 'running',
  passed: 'passed',
  failed: 'failed',
  error: 'error',
  unsure: 'unsure',
  skipped: 'skipped',
} as const satisfies { [Name in WireStanding]: Name };

/** The same for finished and for skipped tests and steps. */
export const endNames = {
  passed: 'passed',
  failed: 'failed',
  error: 'error',
  unsure: 'unsure',
  skipped: 'skipped',
} as const satisfies { [Name in WireOutcome | 'skipped']: Name };
