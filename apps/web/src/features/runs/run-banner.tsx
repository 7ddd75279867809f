import { type Failure, type RunCounts, type Slowed, slowedInWords } from '@parley/suite';
import type { ReactNode } from 'react';
import { Alert } from '#/ui/alert.tsx';
import { FailureNote } from './failure-note.tsx';

interface RunBannerProps {
  /** Why the run itself failed. */
  failure: Failure | undefined;
  /** The one cause of failure that all its tests share. */
  shared: Failure | undefined;
  leftOutByOnly: RunCounts['leftOutByOnly'];
  slowed: Slowed | undefined;
}

interface Note {
  tone: 'danger' | 'warning' | 'info';
  title: string;
  text?: ReactNode;
}

/** Notices about the whole run in one place, the most serious first. */
export function RunBanner(props: RunBannerProps) {
  const [first, ...others] = notesOn(props);
  if (!first) return null;
  return (
    <Alert tone={first.tone} title={first.title}>
      {(first.text || others.length > 0) && (
        <div className="flex flex-col gap-2">
          {first.text}
          {others.map(({ title, text }) => (
            <div key={title}>
              <p className="font-medium text-ink">{title}</p>
              {text}
            </div>
          ))}
        </div>
      )}
    </Alert>
  );
}

function notesOn({ failure, shared, leftOutByOnly = 0, slowed }: RunBannerProps): Note[] {
  const notes: Note[] = [];
  if (failure) {
    const provesNothing = failure.code === 'nothing-tested';
    notes.push({
      tone: 'danger',
      title: provesNothing ? 'This run tested nothing' : 'The run could not be completed',
      text: <FailureNote failure={failure} />,
    });
  }
  if (shared)
    notes.push({
      tone: 'danger',
      title: 'No test could run, all for the same reason',
      text: <FailureNote failure={shared} />,
    });
  if (leftOutByOnly > 0) {
    // A forgotten `only` leaves a run green that tested next to nothing.
    const tests = leftOutByOnly === 1 ? '1 test' : `${leftOutByOnly} tests`;
    notes.push({
      tone: 'warning',
      title: `${tests} did not run because another test is marked only`,
      text: <p>Remove “only” in the test suite to run all of them.</p>,
    });
  }
  // Otherwise a run that waited for its host would look like a slow bot.
  if (slowed) notes.push({ tone: 'info', title: slowedInWords(slowed) });
  return notes;
}
