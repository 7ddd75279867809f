import type { Project } from '@parley/contract';
import type { MouseEvent } from 'react';
import { useSuiteList } from '#/features/suites/suite-list.store.ts';
import { useProjectStore } from './project-store.ts';

type Click = Pick<MouseEvent, 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

/** Whether a link is followed elsewhere, such as in a new tab, while this page stays. */
function leadsElsewhere({ ctrlKey, metaKey, shiftKey, altKey }: Click): boolean {
  return ctrlKey || metaKey || shiftKey || altKey;
}

export function openProject(project: Project, click: Click): void {
  if (!leadsElsewhere(click)) prepareProjectPage(project);
}

/** What goes before the page of a project: its list of suites starts afresh and it is the selected one. */
export function prepareProjectPage(project: Project): void {
  useSuiteList.getState().reset(project.id);
  useProjectStore.getState().selectProject(project);
}
