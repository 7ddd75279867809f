import { acceptancesIn, type Test } from '@parley/suite';
import { useMemo } from 'react';
import { useEditor } from './editor-context.tsx';
import { ProblemLines } from './problem-lines.tsx';
import type { TestProblems } from './problems-by-place.ts';
import { resultsOfSteps } from './results-of-steps.ts';
import { StepList } from './step-list.tsx';
import type { SuiteRunner } from './suite-runner.ts';
import { TestHeader } from './test-header.tsx';
import { useUsableBlocks } from './use-usable-blocks.ts';

interface TestPanelProps {
  index: number;
  test: Test;
  problems: TestProblems;
  runner: SuiteRunner;
  onRun: () => void;
}

/** The open test with its steps. */
export function TestPanel({ index, test, problems, runner, onRun }: TestPanelProps) {
  const source = useEditor((state) => state.source);
  const configuration = useEditor(({ suite }) => suite.configuration);
  const blocks = useUsableBlocks();
  const acceptances = useMemo(() => acceptancesIn(source)[index], [source, index]);
  const ran = runner.resultOf(test)?.steps ?? [];
  const { environment } = runner;
  const inRun = environment ? { ...configuration, environment } : configuration;
  const results = resultsOfSteps(test, inRun, ran, runner.ofDevice, blocks);
  return (
    <section aria-label={test.name} data-tour="suite-steps" className="flex min-w-0 flex-col gap-3">
      <TestHeader index={index} test={test} runner={runner} onRun={onRun} />
      <ProblemLines problems={problems.ofTest} />
      <StepList
        part="test"
        index={index}
        interactions={test.interactions}
        problems={problems.ofSteps}
        acceptances={acceptances}
        results={results}
        renderResult={runner.renderStep}
      />
    </section>
  );
}
