import type { Project } from '@parley/contract';

/** Creates a project for tests that only need the given fields. */
export function project(id: string, name: string, change: Partial<Project> = {}): Project {
  return {
    id,
    name,
    description: '',
    testSuiteCount: 0,
    platforms: [],
    isExample: false,
    parentProjectId: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    lastModified: '2026-01-01T00:00:00.000Z',
    version: 1,
    ...change,
  };
}
