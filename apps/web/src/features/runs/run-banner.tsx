import { type Failure, type RunCounts, type Slowed, slowedInWords } from '@parley/suite';
import type { ReactNode } from 'react';
import { Alert } from '#/ui/alert.tsx';
import { FailureNote } from './failure-note.tsx';

interface RunBannerProps {
  /** Failure of the run itself. */
  failure: Failure | undefined;
  /** The failure that all tests share, if any. */
  shared: Failure | undefined;
  leftOutByOnly: RunCounts['leftOutByOnly'];
  slowed: Slowed | undefined;
}

interface Note {
  tone: 'danger' | 'warning' | 'info';
  title: string;
  text?: ReactNode;
}

/** Notices about the whole run, most serious first. */
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
    // With a forgotten `only`, a run can pass although it tested next to nothing.
    const tests = leftOutByOnly === 1 ? '1 test' : `${leftOutByOnly} tests`;
    notes.push({
      tone: 'warning',
      title: `${tests} did not run because another test is marked only`,
      text: <p>Remove “only” in the test suite to run all of them.</p>,
    });
  }
  // Otherwise waiting for the host would look like a slow bot.
  if (slowed) notes.push({ tone: 'info', title: slowedInWords(slowed) });
  return notes;
}
