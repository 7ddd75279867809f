import type { Project } from '@parley/contract';

/** Action of the open dialog, with the project that it affects. */
export type ProjectAction =
  | { kind: 'create'; parent?: Project }
  | { kind: 'edit'; project: Project }
  | { kind: 'delete'; project: Project }
  | { kind: 'remove-example'; project: Project };
