import type { Test, TestResult } from '@parley/suite';
import { Copy, MoreHorizontal, Play, Trash2 } from 'lucide-react';
import { Badge } from '#/ui/badge.tsx';
import { cx } from '#/ui/cx.ts';
import { IconButton } from '#/ui/icon-button.tsx';
import { Menu, MenuChoices, MenuHeading, MenuItem, MenuSeparator } from '#/ui/menu.tsx';
import { DragHandle, useSortableItem } from '#/ui/sortable-list.tsx';
import { StatusIcon } from '#/ui/status-badge.tsx';
import { changeTest } from './edit-suite.ts';
import { useEditorStore } from './editor-context.tsx';
import type { TestSelection } from './use-test-selection.ts';

interface TestListItemProps {
  id: string;
  index: number;
  test: Test;
  result: TestResult | undefined;
  selection: TestSelection;
  onRun: () => void;
}

export function TestListItem({ id, index, test, result, selection, onRun }: TestListItemProps) {
  const { ref, handleRef, isDragging } = useSortableItem(id, index);
  const isSelected = selection.isShown && selection.selected === index;
  return (
    <li
      ref={ref}
      className={cx(
        'group relative flex items-center rounded-md pr-1 transition-colors',
        isSelected ? 'bg-accent-soft' : 'hover:bg-hover',
        isDragging && 'bg-raised shadow-popup',
      )}
    >
      <DragHandle
        handleRef={handleRef}
        label={`Move ${test.name}`}
        className="opacity-0 focus-visible:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100"
      />
      <button
        type="button"
        aria-current={isSelected ? 'true' : undefined}
        onClick={() => selection.select(index)}
        className="flex min-h-8 min-w-0 flex-1 items-center gap-2 rounded-sm py-1 text-left text-sm group-focus-within:pr-7 group-hover:pr-7 pointer-coarse:pr-7"
      >
        {result ? (
          <StatusIcon status={result.outcome} />
        ) : (
          <span aria-hidden className="size-4 text-center text-2xs text-ink-faint tabular">
            {index + 1}
          </span>
        )}
        <span
          className={cx(
            'min-w-0 flex-1 truncate',
            isSelected && 'font-medium',
            test.mode === 'skip' ? 'text-ink-faint line-through' : 'text-ink',
          )}
        >
          {test.name}
        </span>
        {test.mode === 'only' && <Badge tone="accent">Only</Badge>}
        {test.mode === 'skip' && <Badge>Skip</Badge>}
      </button>
      <TestMenu {...{ index, test, selection, onRun }} />
    </li>
  );
}

const modes = [
  { value: 'normal', label: 'Run with all tests' },
  { value: 'only', label: 'Run only this test' },
  { value: 'skip', label: 'Skip' },
] as const;

type TestMenuProps = Pick<TestListItemProps, 'index' | 'test' | 'selection' | 'onRun'>;

function TestMenu({ index, test, selection, onRun }: TestMenuProps) {
  const editor = useEditorStore();
  return (
    <Menu
      align="end"
      trigger={
        <IconButton
          size="sm"
          label={`Actions for ${test.name}`}
          icon={<MoreHorizontal className="size-4" aria-hidden />}
          className="absolute top-0.5 right-0.5 opacity-0 focus-visible:opacity-100 group-hover:opacity-100 data-popup-open:opacity-100 pointer-coarse:opacity-100"
        />
      }
    >
      <MenuItem icon={<Play aria-hidden />} onSelect={onRun}>
        Run this test
      </MenuItem>
      <MenuItem icon={<Copy aria-hidden />} onSelect={() => selection.clone(index)}>
        Clone
      </MenuItem>
      <MenuSeparator />
      <MenuHeading>When the suite runs</MenuHeading>
      <MenuChoices
        value={test.mode}
        onChange={(mode) => editor.getState().edit((suite) => changeTest(suite, index, { mode }))}
        choices={modes}
      />
      <MenuSeparator />
      <MenuItem icon={<Trash2 aria-hidden />} isDangerous onSelect={() => selection.remove(index)}>
        Delete
      </MenuItem>
    </Menu>
  );
}
