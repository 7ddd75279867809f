import { type Slowed, slowedInWords } from '@parley/suite';

/** Otherwise a run that waited for its host would look like a slow bot. */
export function SlowedNote({ slowed }: { slowed: Slowed | undefined }) {
  return slowed ? <p className="text-ink-muted text-sm">{slowedInWords(slowed)}</p> : null;
}
