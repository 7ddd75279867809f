import type { Project } from '@parley/contract';
import type { ProjectRow } from './projects.queries.ts';

export function presentProject(row: ProjectRow): Project {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    testSuiteCount: row.webchatSuites + row.phoneSuites,
    platforms: [
      ...(row.webchatSuites > 0 ? ['webchat' as const] : []),
      ...(row.phoneSuites > 0 ? ['phone' as const] : []),
    ],
    isExample: row.isExample,
    parentProjectId: row.parentProjectId,
    createdAt: row.createdAt.toISOString(),
    lastModified: row.modifiedAt.toISOString(),
    version: row.version,
  };
}
