interface NamedRun {
  suiteName: string;
  /** Null for runs of releases that counted none. */
  number: number | null;
}

/** "Greeting · #12". */
export function runName({ suiteName, number }: NamedRun): string {
  return number === null ? suiteName : `${suiteName} · #${number}`;
}

/** " · #12", to be put behind the name of the suite. It is never cut off. */
export function RunNumber({ number }: Pick<NamedRun, 'number'>) {
  if (number === null) return null;
  return <span className="shrink-0 whitespace-pre font-normal text-ink-muted"> · #{number}</span>;
}
