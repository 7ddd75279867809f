/** @returns for example "1 suite" or "2 suites"; `plural` is for nouns that do not just take an "s" */
export const counted = (count: number, noun: string, plural = `${noun}s`): string =>
  `${count} ${count === 1 ? noun : plural}`;
