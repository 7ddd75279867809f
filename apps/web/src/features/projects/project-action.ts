import type { Project } from '@parley/contract';

/** What a dialog is opened for. */
export type ProjectAction =
  | { kind: 'create'; parent?: Project }
  | { kind: 'edit'; project: Project }
  | { kind: 'delete'; project: Project }
  | { kind: 'remove-example'; project: Project };
