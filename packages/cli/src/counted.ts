/** @returns for example "1 suite" or "2 suites" */
export const counted = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`;
