import {
  intervalInWords,
  type RepeatRule,
  rateInWords,
  type TestResult,
  type TriesFigures,
  triesFiguresOf,
} from '@parley/suite';
import { useId } from 'react';
import { cx } from '#/ui/cx.ts';
import { statusWord } from '#/ui/status-badge.tsx';
import { FailureNote } from './failure-note.tsx';

interface TriesPanelProps {
  test: TestResult;
  /** Number of the displayed try, from 1. */
  shown: number;
  onShow: (number: number) => void;
}

/** Results of a repeated test's tries, and a choice of the try to show. */
export function TriesPanel({ test, shown, onShow }: TriesPanelProps) {
  const group = useId();
  const { repeat, tries = [], failure, judgedAfter } = test;
  const figures = triesFiguresOf(test);
  if (!repeat || !figures) return null;
  const { passed, failed, missing, interval } = figures;
  const isOpen = judgedAfter === undefined;
  return (
    <section
      aria-label="Tries"
      className="flex flex-col gap-3 rounded-lg bg-sunken/60 p-4 text-sm ring-1 ring-line ring-inset"
    >
      <div className="flex flex-col gap-1">
        <h3 className="font-medium text-base text-ink">{headingOf(figures, isOpen)}</h3>
        {missing > 0 && passed + failed > 0 && (
          <p className="text-ink-muted">
            {missing} more {missing === 1 ? 'try is' : 'tries are'} missing: an error, or undecided.
          </p>
        )}
        {interval && (
          <p className="text-ink">The pass rate is {intervalInWords(interval)} (95% interval).</p>
        )}
        <p className="text-ink-muted text-xs">{ruleInWords(repeat)}</p>
      </div>
      {failure && <FailureNote failure={failure} />}
      {tries.length > 0 && (
        <fieldset className="flex max-h-64 flex-wrap gap-1 overflow-y-auto p-0.5">
          <legend className="pb-1.5 font-medium text-ink-muted text-xs">Show try</legend>
          {tries.map(({ outcome }, at) => (
            <label
              // biome-ignore lint/suspicious/noArrayIndexKey: a try is its number
              key={at}
              title={`Try ${at + 1}: ${statusWord(outcome).toLowerCase()}`}
              className={cx(
                'flex h-7 min-w-8 items-center justify-center rounded-sm px-1.5 text-xs tabular ring-1 ring-inset has-checked:ring-2 has-checked:ring-accent-ink has-focus-visible:outline-2 has-focus-visible:outline-accent-ink',
                looks[outcome],
              )}
            >
              <input
                type="radio"
                name={group}
                checked={at + 1 === shown}
                onChange={() => onShow(at + 1)}
                className="sr-only"
                aria-label={`Try ${at + 1}: ${statusWord(outcome).toLowerCase()}`}
              />
              <span aria-hidden>
                {at + 1}
                {marks[outcome]}
              </span>
            </label>
          ))}
        </fieldset>
      )}
    </section>
  );
}

function headingOf({ passed, failed }: TriesFigures, isOpen: boolean): string {
  if (passed + failed === 0) return isOpen ? 'No try has ended yet' : 'No try has a result';
  return `${passed} of ${passed + failed} tries passed${isOpen ? ' so far' : ''}`;
}

/** Marks next to the numbers, so that color is not the only cue. */
const marks: Record<TestResult['outcome'], string> = {
  passed: ' ✓',
  failed: ' ✗',
  error: ' !',
  undecided: ' ?',
  running: ' …',
  pending: '',
  skipped: '',
};

const looks: Record<TestResult['outcome'], string> = {
  passed: 'bg-passed-soft text-passed ring-passed-line',
  failed: 'bg-failed-soft text-failed ring-failed-line',
  error: 'bg-error-soft text-error ring-error-line',
  undecided: 'bg-error-soft text-error ring-error-line',
  running: 'text-running ring-line',
  pending: 'text-ink-muted ring-line',
  skipped: 'text-ink-muted ring-line',
};

const ruleInWords = ({ passRate, tolerate, maxTries, tries }: RepeatRule): string =>
  tries !== undefined
    ? `${tries.toLocaleString('en-US')} tries in any case, to compare versions across all tests. On its own, the test fails or passes only if they show a pass rate of ${rateInWords(tolerate)} rather than ${rateInWords(passRate)}, or the opposite.`
    : `Passes when the tries show a pass rate of ${rateInWords(passRate)} rather than ${rateInWords(tolerate)}, fails when they show the opposite, and is undecided after ${maxTries.toLocaleString('en-US')} tries.`;
