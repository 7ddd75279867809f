import { isBad, type RunCounts, type TestResult } from '@parley/suite';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { AcceptedWording } from '#/features/suites/accept-wording.ts';
import { useSingleKeysSetting } from '#/lib/single-keys.ts';
import { cx } from '#/ui/cx.ts';
import { SearchField } from '#/ui/search-field.tsx';
import { SegmentedControl } from '#/ui/segmented-control.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { useSingleKeys } from '#/ui/use-single-keys.ts';
import type { VerdictPlace } from './override-dialog.tsx';
import { type OutcomeFilter, offeredOutcomes, testsWith } from './run-outcomes.ts';
import { groupTests, matchingTests, signatureOf } from './test-groups.ts';
import { TestList } from './test-list.tsx';
import { BackToTests, TestView } from './test-view.tsx';

/** What is shown of a run, as its address says; tests and steps are counted from 1. */
export interface RunPlace {
  outcome: OutcomeFilter;
  test: number | undefined;
  step: number | undefined;
}

interface RunPanesProps {
  runId: string;
  suiteName: string;
  /** Undefined while they are loading. */
  tests: TestResult[] | undefined;
  /** The run has ended. */
  isOver: boolean;
  /** All tests ended for one reason, which is shown above them. */
  isShared: boolean;
  /** The verdicts are those of the run, and not of a re-evaluation. */
  isAsRun: boolean;
  /** Places of tests that failed and had passed in the run before. */
  newFailures: ReadonlySet<number>;
  onAccept: ((wording: AcceptedWording) => void) | undefined;
  /** Asks for another verdict; absent for those who may not give one. */
  onOverride: ((place: VerdictPlace) => void) | undefined;
  place: RunPlace;
  onPlaceChange: (place: RunPlace) => void;
}

/** The tests of a run in a list, and one of them beside it: the first failure, until another is chosen. */
export function RunPanes(props: RunPanesProps) {
  if (!props.tests) return <Skeleton className="h-64 rounded-lg" />;
  if (props.tests.length === 0)
    return (
      <p className="py-8 text-center text-ink-muted text-sm">Tests appear when the run starts.</p>
    );
  return <Panes {...props} tests={props.tests} />;
}

function Panes(props: RunPanesProps & { tests: TestResult[] }) {
  const { runId, suiteName, tests, isOver, isShared, newFailures, place, onPlaceChange } = props;
  const list = useRef<HTMLDivElement>(null);
  const [filter, setFilter] = useState('');
  const [wanted, setPane] = useState<'list' | 'test'>('test');
  const [isByKey, setIsByKey] = useState(false);
  // The test that was shown by itself stays when its verdict is overridden, here or elsewhere.
  const [held, setHeld] = useState<{ index: number; outcome: OutcomeFilter }>();
  const hasKeys = useSingleKeysSetting();
  const isGrouped = useSettled(isOver, list);

  const offered = offeredOutcomes(countsOf(tests), place.outcome);
  const groups = useMemo(() => {
    const found = matchingTests(testsWith(tests, place.outcome), filter);
    // While the run goes on a row stays where it is.
    return isGrouped ? groupTests(found) : [{ key: 'all', title: '', tests: found }];
  }, [tests, place.outcome, filter, isGrouped]);
  const listed = groups.flatMap((group) => group.tests);
  const failures = listed.filter(({ test }) => isBad(test.outcome));
  const named = place.test === undefined ? undefined : tests[place.test - 1];
  const first = failures[0] ?? listed.find(({ test }) => test.outcome === 'running') ?? listed[0];
  const isHeld = held?.outcome === place.outcome && tests[held.index] !== undefined;
  const byItself = isHeld ? held.index : first?.index;
  const index = named ? (place.test ?? 1) - 1 : byItself;
  const shown = index === undefined ? undefined : tests[index];
  const pane = shown ? wanted : 'list';
  const alike = useMemo(() => alikeIn(tests, isOver ? shown : undefined), [tests, isOver, shown]);
  useEffect(() => {
    if (isOver && !named && byItself !== undefined)
      setHeld({ index: byItself, outcome: place.outcome });
  }, [isOver, named, byItself, place.outcome]);
  const { previous, next } = neighbours(failures, listed, index);

  function select(to: number, byKey = false) {
    setIsByKey(byKey);
    setPane('test');
    onPlaceChange({ ...place, test: to + 1, step: undefined });
  }
  const goTo = (to: number | undefined) => (to === undefined ? undefined : () => select(to, true));

  useSingleKeys({
    n: () => goTo(next)?.(),
    p: () => goTo(previous)?.(),
    '/': () => {
      setPane('list');
      requestAnimationFrame(() => list.current?.querySelector('input')?.focus());
    },
  });

  const isAlone = tests.length === 1;
  return (
    <div className="flex flex-col gap-x-6 lg:flex-row lg:items-start">
      {!isAlone && (
        <section
          ref={list}
          aria-label="Tests"
          className={cx(
            'flex max-h-[calc(100dvh-8rem)] flex-col rounded-lg bg-surface shadow-card ring-1 ring-line lg:sticky lg:top-16 lg:max-h-[calc(100dvh-5rem)] lg:w-80 lg:shrink-0',
            pane === 'test' && 'max-lg:hidden',
          )}
        >
          <div className="flex flex-col gap-2 border-line border-b p-2">
            <SearchField
              value={filter}
              onChange={setFilter}
              delayMs={100}
              placeholder={hasKeys ? 'Filter tests ( / )' : 'Filter tests'}
              label="Filter tests"
            />
            {(offered.length > 2 || place.outcome !== 'all') && (
              <div className="overflow-x-auto">
                <SegmentedControl
                  label="Show tests by outcome"
                  value={place.outcome}
                  onChange={(outcome) =>
                    onPlaceChange({ outcome, test: undefined, step: undefined })
                  }
                  segments={offered.map(({ outcome: value, label, count }) => ({
                    value,
                    label: `${label} ${count}`,
                  }))}
                />
              </div>
            )}
          </div>
          {listed.length > 0 ? (
            <TestList
              groups={groups}
              selected={index}
              onSelect={select}
              isOver={isOver}
              newFailures={newFailures}
            />
          ) : (
            <p className="px-3 py-8 text-center text-ink-muted text-sm">
              {filter ? 'No tests match.' : 'No tests with this outcome.'}
            </p>
          )}
        </section>
      )}
      {shown && index !== undefined ? (
        <div
          className={cx(
            'min-w-0 flex-1 rounded-lg bg-surface p-4 shadow-card ring-1 ring-line sm:p-5',
            pane === 'list' && !isAlone && 'max-lg:hidden',
          )}
        >
          <TestView
            key={index}
            runId={runId}
            suiteName={suiteName}
            test={shown}
            index={index}
            step={named && place.step}
            isShared={isShared}
            alike={alike}
            isOver={isOver}
            isAsRun={props.isAsRun}
            isFocused={isByKey}
            back={!isAlone && <BackToTests count={tests.length} onBack={() => setPane('list')} />}
            onPrevious={goTo(previous)}
            onNext={goTo(next)}
            onAccept={props.onAccept}
            onOverride={props.onOverride}
          />
        </div>
      ) : (
        <p
          className={cx(
            'flex-1 py-8 text-center text-ink-muted text-sm',
            pane === 'list' && 'max-lg:hidden',
          )}
        >
          No test to show.
        </p>
      )}
    </div>
  );
}

/** True once a run has ended and nobody is about to press a row, which would move. */
function useSettled(isOver: boolean, list: RefObject<HTMLElement | null>): boolean {
  const [isSettled, setIsSettled] = useState(isOver);
  useEffect(() => {
    if (!isOver || isSettled) return;
    const look = () => {
      if (!list.current?.matches(':hover, :focus-within')) setIsSettled(true);
    };
    look();
    const timer = setInterval(look, 500);
    return () => clearInterval(timer);
  }, [isOver, isSettled, list]);
  return isSettled;
}

/** The failures before and behind the test that is shown, in the order of the list. */
function neighbours(
  failures: readonly { index: number }[],
  listed: readonly { index: number }[],
  shown: number | undefined,
): { previous: number | undefined; next: number | undefined } {
  const at = listed.findIndex(({ index }) => index === shown);
  const places = new Map(listed.map(({ index }, place) => [index, place]));
  const placeOf = ({ index }: { index: number }) => places.get(index) ?? -1;
  return {
    previous: failures.findLast((test) => placeOf(test) < at)?.index,
    next: failures.find((test) => placeOf(test) > at)?.index,
  };
}

/** Other tests that failed for the cause of this one. */
function alikeIn(tests: readonly TestResult[], shown: TestResult | undefined): number {
  if (!shown || !isBad(shown.outcome)) return 0;
  const signature = signatureOf(shown);
  const isAlike = (test: TestResult) =>
    test !== shown && isBad(test.outcome) && signatureOf(test) === signature;
  return tests.filter(isAlike).length;
}

function countsOf(tests: TestResult[]) {
  const counts: RunCounts = {
    total: tests.length,
    passed: 0,
    failed: 0,
    error: 0,
    undecided: 0,
    skipped: 0,
    pending: 0,
  };
  for (const { outcome } of tests) counts[outcome === 'running' ? 'pending' : outcome] += 1;
  return counts;
}
