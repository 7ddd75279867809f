import { Plus } from 'lucide-react';
import { Button } from '#/ui/button.tsx';
import { SortableList } from '#/ui/sortable-list.tsx';
import { useEditor } from './editor-context.tsx';
import type { SuiteRunner } from './suite-runner.ts';
import { TestListItem } from './test-list-item.tsx';
import { useRowKeys } from './use-row-keys.ts';
import type { TestSelection } from './use-test-selection.ts';

interface TestListProps {
  selection: TestSelection;
  runner: SuiteRunner;
}

/** Tests of the suite, each with its result in the displayed run. */
export function TestList({ selection, runner }: TestListProps) {
  const tests = useEditor(({ suite }) => suite.tests);
  const keys = useRowKeys(tests);
  return (
    <nav aria-label="Tests" className="flex min-h-0 flex-col gap-1">
      <SortableList
        nameOf={(index) => tests[index]?.name ?? ''}
        onMove={(from, to) => selection.move(from, to)}
      >
        <ol className="flex flex-col gap-px">
          {tests.map((test, index) => (
            <TestListItem
              key={keys[index]}
              id={keys[index] ?? ''}
              index={index}
              test={test}
              result={runner.resultOf(test)}
              selection={selection}
              onRun={() => void runner.start({ tests: [test.name] })}
            />
          ))}
        </ol>
      </SortableList>
      <Button
        variant="ghost"
        size="sm"
        icon={<Plus className="size-4" aria-hidden />}
        onClick={() => selection.add(tests.length)}
        className="justify-start"
      >
        Add test
      </Button>
    </nav>
  );
}
