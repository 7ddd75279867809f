import type { Reliability } from '@parley/contract';
import type { CourseRun } from './course.queries.ts';

/**
 * Presents runs in the given order, which must be oldest first. Marks runs whose suite text differs from that of the previous
 * run.
 */
export function presentCourseRuns(runs: readonly CourseRun[]): Reliability['runs'] {
  return runs.map(({ id, number, createdAt, version, label }, index) => {
    const before = runs[index - 1];
    const isChanged = before !== undefined && before.version !== version;
    return { id, number, label, createdAt: createdAt.toISOString(), isChanged };
  });
}
