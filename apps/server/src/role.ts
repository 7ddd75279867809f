import { StartError } from './platform/errors/start-error.ts';

const roles = ['all', 'api', 'worker'] as const;

/** Role of a process; `all` combines `api` and `worker`. */
export type Role = (typeof roles)[number];

export function readRole(argument = 'all'): Role {
  const role = roles.find((known) => known === argument);
  if (role !== undefined) return role;
  throw new StartError(`There is no role ${argument}; use ${roles.join(', ')}.`);
}
