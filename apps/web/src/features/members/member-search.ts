import type { Member } from '@parley/contract';

/** Members whose name or email contains the search, ignoring case. */
export function searchMembers(members: readonly Member[], search: string): Member[] {
  const wanted = search.trim().toLocaleLowerCase();
  return members.filter(
    ({ name, email }) =>
      name.toLocaleLowerCase().includes(wanted) || email.toLocaleLowerCase().includes(wanted),
  );
}

export function memberCount(count: number): string {
  return count === 1 ? '1 member' : `${count} members`;
}
