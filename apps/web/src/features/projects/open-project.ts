import type { Project } from '@parley/contract';
import type { MouseEvent } from 'react';
import { useProjectStore } from './project-store.ts';

type Click = Pick<MouseEvent, 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

/** @returns true if the click opens the link elsewhere, such as in a new tab */
function leadsElsewhere({ ctrlKey, metaKey, shiftKey, altKey }: Click): boolean {
  return ctrlKey || metaKey || shiftKey || altKey;
}

const listeners: ((project: Project) => void)[] = [];

/** Registers a listener that runs before a project's page opens, for example to reset its list of suites. */
export function whenProjectOpens(listener: (project: Project) => void): void {
  listeners.push(listener);
}

export function openProject(project: Project, click: Click): void {
  if (!leadsElsewhere(click)) prepareProjectPage(project);
}

/** Calls the listeners for a project that is about to open, and selects it. */
export function prepareProjectPage(project: Project): void {
  for (const listener of listeners) listener(project);
  useProjectStore.getState().selectProject(project);
}
