import type { Project } from '@parley/contract';

/** The direct sub-projects of each project, by parent id; `null` is the key of top-level projects. */
export function childrenByParent(projects: readonly Project[]): Map<string | null, Project[]> {
  const ids = new Set(projects.map(({ id }) => id));
  return Map.groupBy(projects, ({ parentProjectId }) =>
    // A project whose parent is not in the list counts as top-level.
    parentProjectId !== null && ids.has(parentProjectId) ? parentProjectId : null,
  );
}

/** Select options with paths as labels, because sub-projects of different projects can have the same name. */
export function projectOptions(projects: readonly Project[]): { value: string; label: string }[] {
  const byId = keyed(projects);
  return projects.map((project) => {
    const label = [pathAbove(byId, project), project.name].filter(Boolean).join(' / ');
    return { value: project.id, label };
  });
}

/** Names of a project's parents from the top level down, such as "Contact center / Billing". Empty for a top-level project. */
export function parentPath(projects: readonly Project[], project: Project): string {
  return pathAbove(keyed(projects), project);
}

function keyed(projects: readonly Project[]): ReadonlyMap<string, Project> {
  return new Map(projects.map((project) => [project.id, project]));
}

function pathAbove(byId: ReadonlyMap<string, Project>, project: Project): string {
  const names: string[] = [];
  const seen = new Set([project.id]);
  let parentId = project.parentProjectId;
  while (parentId !== null && !seen.has(parentId)) {
    seen.add(parentId);
    const parent = byId.get(parentId);
    if (!parent) break;
    names.unshift(parent.name);
    parentId = parent.parentProjectId;
  }
  return names.join(' / ');
}
