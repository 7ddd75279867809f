import type { Project } from '@parley/contract';

/** What the dialog does, and to which project. */
export type ProjectAction =
  | { kind: 'create'; parent?: Project }
  | { kind: 'edit'; project: Project }
  | { kind: 'delete'; project: Project }
  | { kind: 'remove-example'; project: Project };
