import type { RunSummary } from '@parley/contract';

/** An ended run of the suite “Greeting” in the project “Hotline”. */
export const run: RunSummary = {
  id: 'r1',
  suiteId: 's1',
  number: 12,
  suiteName: 'Greeting',
  projectId: 'p1',
  projectName: 'Hotline',
  platform: 'webchat',
  device: null,
  label: null,
  environment: null,
  environmentVersion: null,
  repeat: null,
  trigger: 'manual',
  startedBy: 'Nora Lind',
  status: 'passed',
  counts: { total: 1, passed: 1, failed: 0, error: 0, unsure: 0, skipped: 0, pending: 0 },
  createdAt: '2026-01-01T00:00:00.000Z',
  startedAt: '2026-01-01T00:00:00.000Z',
  finishedAt: '2026-01-01T00:00:05.000Z',
  cancelRequested: false,
  overriddenAt: null,
};
