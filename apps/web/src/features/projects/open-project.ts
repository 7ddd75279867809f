import type { Project } from '@parley/contract';
import { useSuiteList } from '#/features/suites/suite-list.store.ts';
import { useProjectStore } from './project-store.ts';

/** What goes before the page of a project: its list of suites starts afresh and it is the selected one. */
export function openProject(project: Project): void {
  useSuiteList.getState().reset();
  useProjectStore.getState().selectProject(project);
}
