export interface ChangedLine {
  change: 'added' | 'removed' | 'same';
  text: string;
}

/** Number of unchanged lines to show before and after a change. */
const around = 1;

/** Lines that differ between two texts, with one line of context on each side. */
export function changedLines(before: string, after: string): ChangedLine[] {
  const [old, now] = [before.split('\n'), after.split('\n')];
  const shorter = Math.min(old.length, now.length);
  let start = 0;
  while (start < shorter && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < shorter - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  const as = (change: ChangedLine['change']) => (text: string) => ({ change, text });
  if (start === old.length && start === now.length) return [];
  return [
    ...old.slice(Math.max(0, start - around), start).map(as('same')),
    ...old.slice(start, old.length - end).map(as('removed')),
    ...now.slice(start, now.length - end).map(as('added')),
    ...old.slice(old.length - end, old.length - end + around).map(as('same')),
  ];
}
