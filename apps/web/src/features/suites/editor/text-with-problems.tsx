import type { Problem } from '@parley/suite';
import { lazy, Suspense } from 'react';
import { Skeleton } from '#/ui/skeleton.tsx';
import { ProblemLines } from './problem-lines.tsx';
import { applyEdit, redo, type SourceHistory, undo } from './source-history.ts';

const YamlEditor = lazy(() => import('./yaml-editor.tsx'));

interface TextWithProblemsProps {
  label: string;
  source: string;
  problems: Problem[];
  /** Changes the history of the text: an edit, an undo or a redo. */
  onChange: (change: (history: SourceHistory) => SourceHistory) => void;
}

/** A text that is edited as a whole, with its problems below. */
export function TextWithProblems({ label, source, problems, onChange }: TextWithProblemsProps) {
  return (
    <>
      <Suspense fallback={<Skeleton className="h-96 rounded-lg" />}>
        <YamlEditor
          label={label}
          source={source}
          problems={problems}
          recordingNames={[]}
          onChange={(next) =>
            onChange((old) => applyEdit(old, { source: next, name: 'text', at: Date.now() }))
          }
          onUndo={() => onChange(undo)}
          onRedo={() => onChange(redo)}
        />
      </Suspense>
      <section aria-label="Problems in the text" aria-live="polite">
        {problems.length > 0 && (
          <ProblemLines
            problems={problems.map((problem) => ({
              ...problem,
              message: `Line ${problem.line}: ${problem.message}`,
            }))}
          />
        )}
      </section>
    </>
  );
}
