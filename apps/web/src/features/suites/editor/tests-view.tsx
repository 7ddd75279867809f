import { FlaskConical, ListTree, Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#/ui/button.tsx';
import { EmptyState } from '#/ui/empty-state.tsx';
import { Popover } from '#/ui/popover.tsx';
import { useEditor } from './editor-context.tsx';
import { noTestProblems, type TestProblems } from './problems-by-place.ts';
import type { SuiteRunner } from './suite-runner.ts';
import { TestList } from './test-list.tsx';
import { TestPanel } from './test-panel.tsx';
import type { TestSelection } from './use-test-selection.ts';

interface TestsViewProps {
  selection: TestSelection;
  problems: TestProblems[];
  runner: SuiteRunner;
}

/** The tests on the left, the open one on the right; on a narrow screen the list is in a popover. */
export function TestsView({ selection, problems, runner }: TestsViewProps) {
  const tests = useEditor(({ suite }) => suite.tests);
  const { selected } = selection;
  const test = tests[selected];
  if (!test) return <NoTests onAdd={() => selection.add(0)} />;
  return (
    <div className="grid grid-cols-1 items-start gap-x-6 gap-y-3 lg:grid-cols-[16rem_minmax(0,1fr)]">
      <div
        data-tour="suite-tests"
        className="sticky top-32 hidden max-h-[calc(100dvh-9rem)] overflow-y-auto lg:block"
      >
        <TestList selection={selection} runner={runner} />
      </div>
      <TestPicker
        name={test.name}
        place={`${selected + 1} of ${tests.length}`}
        selection={selection}
        runner={runner}
      />
      <TestPanel
        key={selected}
        index={selected}
        test={test}
        problems={problems[selected] ?? noTestProblems}
        runner={runner}
        onRun={() => void runner.start({ tests: [test.name] })}
      />
    </div>
  );
}

interface TestPickerProps extends Pick<TestsViewProps, 'selection' | 'runner'> {
  name: string;
  place: string;
}

function TestPicker({ name, place, selection, runner }: TestPickerProps) {
  const [isOpen, setIsOpen] = useState(false);
  const closing = {
    ...selection,
    select(index: number) {
      selection.select(index);
      setIsOpen(false);
    },
  };
  return (
    <div className="lg:hidden">
      <Popover
        label="Tests"
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        className="max-h-[70dvh] w-80 overflow-y-auto p-2"
        trigger={
          <Button icon={<ListTree className="size-4" aria-hidden />} className="max-w-full">
            <span className="min-w-0 truncate">{name}</span>
            <span className="text-ink-muted tabular">{place}</span>
          </Button>
        }
      >
        <TestList selection={closing} runner={runner} />
      </Popover>
    </div>
  );
}

function NoTests({ onAdd }: { onAdd: () => void }) {
  return (
    <EmptyState
      icon={<FlaskConical aria-hidden />}
      title="No tests yet"
      action={
        <Button variant="primary" icon={<Plus className="size-4" aria-hidden />} onClick={onAdd}>
          Add the first test
        </Button>
      }
    >
      A test is a conversation: messages from the user, and the replies you expect.
    </EmptyState>
  );
}
