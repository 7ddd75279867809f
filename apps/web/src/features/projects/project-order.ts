import type { Project } from '@parley/contract';

const projectSorts = ['name', 'lastModified', 'testSuiteCount'] as const;
export type ProjectSort = (typeof projectSorts)[number];

/** Compares names in natural order: case is ignored, and "Line 2" comes before "Line 10". */
export function byName(a: Pick<Project, 'name'>, b: Pick<Project, 'name'>): number {
  return a.name.localeCompare(b.name, undefined, { numeric: true, sensitivity: 'base' });
}

/** Returns a sorted copy. Ties are sorted by name. */
export function sortedProjects(projects: readonly Project[], sort: ProjectSort): Project[] {
  switch (sort) {
    case 'name':
      return projects.toSorted(byName);
    case 'lastModified':
      return projects.toSorted(
        (a, b) => b.lastModified.localeCompare(a.lastModified) || byName(a, b),
      );
    case 'testSuiteCount':
      return projects.toSorted((a, b) => b.testSuiteCount - a.testSuiteCount || byName(a, b));
  }
}

/** Projects whose name contains the search, ignoring case. */
export function matchingProjects(projects: readonly Project[], search: string): Project[] {
  const wanted = search.trim().toLocaleLowerCase();
  return projects.filter(({ name }) => name.toLocaleLowerCase().includes(wanted));
}
