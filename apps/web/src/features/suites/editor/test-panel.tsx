import { acceptancesIn, type Interaction, type Test } from '@parley/suite';
import { Plus } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { noteAccepted } from '#/features/suites/accept-wording.ts';
import { Button } from '#/ui/button.tsx';
import { SortableList } from '#/ui/sortable-list.tsx';
import {
  changeInteractions,
  emptyInteraction,
  insertAt,
  moveTo,
  removeAt,
  replaceAt,
  withoutUndefined,
} from './edit-suite.ts';
import { useEditor, useEditorStore } from './editor-context.tsx';
import { ProblemLines } from './problem-lines.tsx';
import type { TestProblems } from './problems-by-place.ts';
import { resultsOfSteps } from './results-of-steps.ts';
import { type StepActions, StepCard } from './step-card.tsx';
import type { SuiteRunner } from './suite-runner.ts';
import { tellDeleted } from './tell-deleted.ts';
import { TestHeader } from './test-header.tsx';
import { useRowKeys } from './use-row-keys.ts';

interface TestPanelProps {
  index: number;
  test: Test;
  problems: TestProblems;
  runner: SuiteRunner;
  onRun: () => void;
}

/** The open test: its name and its steps. */
export function TestPanel({ index, test, problems, runner, onRun }: TestPanelProps) {
  const platform = useEditor(({ stored }) => stored.platform);
  const source = useEditor((state) => state.source);
  const configuration = useEditor(({ suite }) => suite.configuration);
  const acceptances = useMemo(() => acceptancesIn(source)[index], [source, index]);
  const keys = useRowKeys(test.interactions);
  const steps = useSteps(index);
  const ran = runner.resultOf(test)?.steps ?? [];
  const results = resultsOfSteps(test, configuration, ran, runner.ofDevice);
  return (
    <section
      aria-label={test.name}
      data-tour="suite-steps"
      ref={steps.frame}
      className="flex min-w-0 flex-col gap-3"
    >
      <TestHeader index={index} test={test} runner={runner} onRun={onRun} />
      <ProblemLines problems={problems.ofTest} />
      <SortableList
        nameOf={(at) => `Step ${at + 1}`}
        onMove={(from, to) => steps.change((old) => moveTo(old, from, to))}
      >
        <ol className="flex flex-col gap-3">
          {test.interactions.map((interaction, at) => (
            <StepCard
              key={keys[at]}
              id={keys[at] ?? ''}
              index={at}
              interaction={interaction}
              steps={test.interactions}
              platform={platform}
              problems={problems.ofSteps[at] ?? []}
              acceptances={acceptances?.[at] ?? []}
              result={results[at]}
              renderResult={runner.renderStep}
              actions={steps.actionsOf(at)}
            />
          ))}
        </ol>
      </SortableList>
      <Button
        variant="secondary"
        icon={<Plus className="size-4" aria-hidden />}
        onClick={() => steps.add(test.interactions.length)}
        className="self-start"
      >
        Add step
      </Button>
    </section>
  );
}

/** The edits of the steps of one test. A new step has the focus at once. */
function useSteps(test: number) {
  const editor = useEditorStore();
  const frame = useRef<HTMLElement>(null);

  function change(edit: (old: Interaction[]) => Interaction[], name?: string) {
    editor.getState().edit((suite) => changeInteractions(suite, test, edit), name);
  }

  function focusStep(at: number) {
    requestAnimationFrame(() => {
      const step = frame.current?.querySelector(`[data-step="${at}"]`);
      step?.querySelector<HTMLElement>('textarea')?.focus();
    });
  }

  function add(at: number, interaction = emptyInteraction) {
    change((old) => insertAt(old, at, interaction));
    focusStep(at);
  }

  function actionsOf(at: number): StepActions {
    return {
      change: (partial, name) =>
        change(
          (old) => replaceAt(old, at, (step) => withoutUndefined({ ...step, ...partial })),
          name && `${name} in test ${test}`,
        ),
      accept(assertion, wording) {
        // One step of undo, of the model and of the comment in the text.
        const name = `accept ${wording} at ${at} in test ${test}`;
        const { suite, noteWording } = editor.getState();
        noteWording({ test: suite.tests[test]?.name ?? '', wording });
        change((old) => replaceAt(old, at, (step) => accepting(step, assertion, wording)), name);
        editor.getState().settle();
        const { source, write } = editor.getState();
        write(noteAccepted(source, { test, step: at, wording }), name);
      },
      insertBefore: () => add(at),
      insertAfter: () => add(at + 1),
      clone: () => change((old) => replaceAtWithCopy(old, at)),
      remove() {
        change((old) => removeAt(old, at));
        tellDeleted(editor, `Step ${at + 1}`);
      },
    };
  }

  return { frame, change, add, actionsOf };
}

function accepting(step: Interaction, assertion: number, wording: string): Interaction {
  const assertions = replaceAt(step.assertions, assertion, (old) => ({
    ...old,
    expected: [...old.expected, wording],
  }));
  return { ...step, assertions };
}

function replaceAtWithCopy(steps: Interaction[], at: number): Interaction[] {
  const original = steps[at];
  return original ? insertAt(steps, at + 1, structuredClone(original)) : steps;
}
