/** Closed lists that pages read from their address, apart from the schemas, which weigh more. */

/** Platforms that there are virtual devices for; the plan says which of them may be created. */
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
] as const;
