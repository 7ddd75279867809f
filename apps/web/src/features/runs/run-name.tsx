interface NamedRun {
  suiteName: string;
  /** Null for runs of older releases, which did not number them. */
  number: number | null;
}

/** "Greeting · #12". */
export function runName({ suiteName, number }: NamedRun): string {
  return number === null ? suiteName : `${suiteName} · #${number}`;
}

/** " · #12", to follow the name of the suite. It is never truncated. */
export function RunNumber({ number }: Pick<NamedRun, 'number'>) {
  if (number === null) return null;
  return <span className="shrink-0 whitespace-pre font-normal text-ink-muted"> · #{number}</span>;
}
