import { FlaskConical, ListTree, Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#/ui/button.tsx';
import { EmptyState } from '#/ui/empty-state.tsx';
import { Popover } from '#/ui/popover.tsx';
import { BlockList } from './block-list.tsx';
import { BlockPanel } from './block-panel.tsx';
import { DeleteBlockDialog } from './delete-block-dialog.tsx';
import { useEditor } from './editor-context.tsx';
import { noTestProblems, type ProblemsByPlace } from './problems-by-place.ts';
import type { SuiteRunner } from './suite-runner.ts';
import { TestList } from './test-list.tsx';
import { TestPanel } from './test-panel.tsx';
import type { BlockSelection } from './use-block-selection.ts';
import type { TestSelection } from './use-test-selection.ts';

interface TestsViewProps {
  selection: TestSelection;
  blockSelection: BlockSelection;
  problems: Pick<ProblemsByPlace, 'tests' | 'blocks'>;
  runner: SuiteRunner;
}

/** The list of tests and blocks, next to the open one. On narrow screens, the list is in a popover. */
export function TestsView(props: TestsViewProps) {
  const { selection, blockSelection, problems, runner } = props;
  const tests = useEditor(({ suite }) => suite.tests);
  const blocks = useEditor(({ suite }) => suite.blocks) ?? [];
  const { selected } = selection;
  const test = tests[selected];
  const block = blocks[blockSelection.selected ?? -1];
  if (!test && blocks.length === 0) return <NoTests onAdd={() => selection.add(0)} />;
  return (
    <div className="grid grid-cols-1 items-start gap-x-6 gap-y-3 lg:grid-cols-[16rem_minmax(0,1fr)]">
      <div
        data-tour="suite-tests"
        className="sticky top-32 hidden max-h-[calc(100dvh-9rem)] overflow-y-auto lg:block"
      >
        <TestList selection={selection} runner={runner} />
        <BlockList selection={blockSelection} />
      </div>
      <TestPicker
        name={block ? `Block ${block.name}` : (test?.name ?? 'Tests')}
        place={block ? '' : `${selected + 1} of ${tests.length}`}
        selection={selection}
        blockSelection={blockSelection}
        runner={runner}
      />
      {block ? (
        <BlockPanel
          key={`block ${blockSelection.selected}`}
          index={blockSelection.selected ?? 0}
          block={block}
          problems={problems.blocks[blockSelection.selected ?? 0] ?? noTestProblems}
          runner={runner}
          onOpen={({ kind, index }) =>
            kind === 'test' ? selection.select(index) : blockSelection.select(index)
          }
        />
      ) : test ? (
        <TestPanel
          key={selected}
          index={selected}
          test={test}
          problems={problems.tests[selected] ?? noTestProblems}
          runner={runner}
          onRun={() => void runner.start({ tests: [test.name] })}
        />
      ) : (
        <NoTests onAdd={() => selection.add(0)} />
      )}
      <DeleteBlockDialog asked={blockSelection.asked} />
    </div>
  );
}

interface TestPickerProps extends Pick<TestsViewProps, 'selection' | 'blockSelection' | 'runner'> {
  name: string;
  place: string;
}

function TestPicker({ name, place, selection, blockSelection, runner }: TestPickerProps) {
  const [isOpen, setIsOpen] = useState(false);
  const closing = <Selection extends TestSelection | BlockSelection>(of: Selection) => ({
    ...of,
    select(index: number) {
      of.select(index);
      setIsOpen(false);
    },
  });
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
        <TestList selection={closing(selection)} runner={runner} />
        <BlockList
          selection={{
            ...closing(blockSelection),
            add() {
              blockSelection.add();
              setIsOpen(false);
            },
            // Close the popover, because it would cover the confirmation dialog.
            remove(index) {
              blockSelection.remove(index);
              setIsOpen(false);
            },
          }}
        />
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
