interface NamedRun {
  suiteName: string;
  /** Null for runs of older releases, which did not number runs. */
  number: number | null;
}

/** Name of a run, such as "Greeting · #12". */
export function runName({ suiteName, number }: NamedRun): string {
  return number === null ? suiteName : `${suiteName} · #${number}`;
}

/** Number of a run, such as " · #12", to follow the name of the suite. It is never truncated. */
export function RunNumber({ number }: Pick<NamedRun, 'number'>) {
  if (number === null) return null;
  return <span className="shrink-0 whitespace-pre font-normal text-ink-muted"> · #{number}</span>;
}
