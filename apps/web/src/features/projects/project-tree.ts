import type { Project } from '@parley/contract';

/** The direct sub-projects of each project, by parent id; `null` holds those without a parent. */
export function childrenByParent(projects: readonly Project[]): Map<string | null, Project[]> {
  const ids = new Set(projects.map(({ id }) => id));
  return Map.groupBy(projects, ({ parentProjectId }) =>
    // A parent that is not in the list hides nothing: its children show at the top.
    parentProjectId !== null && ids.has(parentProjectId) ? parentProjectId : null,
  );
}

/** Options for a select, labeled with paths because sub-projects of different projects may share a name. */
export function projectOptions(projects: readonly Project[]): { value: string; label: string }[] {
  const byId = keyed(projects);
  return projects.map((project) => {
    const label = [pathAbove(byId, project), project.name].filter(Boolean).join(' / ');
    return { value: project.id, label };
  });
}

/** Names from the top level down to a project's parent: "Contact centre / Billing". Empty for a top-level project. */
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
