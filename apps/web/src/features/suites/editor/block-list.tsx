import type { Block } from '@parley/suite';
import { Blocks, Copy, MoreHorizontal, Plus, Trash2 } from 'lucide-react';
import { Button } from '#/ui/button.tsx';
import { cx } from '#/ui/cx.ts';
import { IconButton } from '#/ui/icon-button.tsx';
import { Menu, MenuItem } from '#/ui/menu.tsx';
import { usesOfBlocks } from './edit-blocks.ts';
import { useEditor } from './editor-context.tsx';
import type { BlockSelection } from './use-block-selection.ts';

/** Blocks of the suite, each with the number of its uses. */
export function BlockList({ selection }: { selection: BlockSelection }) {
  const suite = useEditor((state) => state.suite);
  const { blocks = [] } = suite;
  if (suite.configuration.syntax !== 2 && blocks.length === 0) return null;
  const uses = usesOfBlocks(suite);
  return (
    <nav aria-label="Shared blocks" className="mt-3 flex min-h-0 flex-col gap-1">
      {blocks.length > 0 && (
        <>
          <p aria-hidden className="px-2 font-medium text-ink-muted text-xs">
            Shared blocks
          </p>
          <ol className="flex flex-col gap-px">
            {blocks.map((block, index) => (
              <BlockItem
                key={block.name}
                block={block}
                index={index}
                useCount={uses.get(block.name)?.length ?? 0}
                selection={selection}
              />
            ))}
          </ol>
        </>
      )}
      <Button
        variant="ghost"
        size="sm"
        icon={<Plus className="size-4" aria-hidden />}
        onClick={selection.add}
        className="justify-start"
      >
        Add block
      </Button>
    </nav>
  );
}

interface BlockItemProps {
  block: Block;
  index: number;
  useCount: number;
  selection: BlockSelection;
}

function BlockItem({ block, index, useCount, selection }: BlockItemProps) {
  const isSelected = selection.selected === index;
  return (
    <li
      className={cx(
        'group relative flex items-center rounded-md pr-1 transition-colors',
        isSelected ? 'bg-accent-soft' : 'hover:bg-hover',
      )}
    >
      <button
        type="button"
        aria-current={isSelected ? 'true' : undefined}
        onClick={() => selection.select(index)}
        className="flex min-h-8 min-w-0 flex-1 items-center gap-2 rounded-sm py-1 pr-7 pl-2 text-left text-sm"
      >
        <Blocks className="size-4 shrink-0 text-ink-faint" aria-hidden />
        <span className={cx('min-w-0 flex-1 truncate text-ink', isSelected && 'font-medium')}>
          {block.name}
        </span>
        <span className="text-ink-muted text-xs tabular">{usesInWords(useCount)}</span>
      </button>
      <Menu
        align="end"
        trigger={
          <IconButton
            size="sm"
            label={`Actions for ${block.name}`}
            icon={<MoreHorizontal className="size-4" aria-hidden />}
            className="absolute top-0.5 right-0.5 opacity-0 focus-visible:opacity-100 group-hover:opacity-100 data-popup-open:opacity-100 pointer-coarse:opacity-100"
          />
        }
      >
        <MenuItem icon={<Copy aria-hidden />} onSelect={() => selection.clone(index)}>
          Clone
        </MenuItem>
        <MenuItem
          icon={<Trash2 aria-hidden />}
          isDangerous
          onSelect={() => selection.remove(index)}
        >
          Delete
        </MenuItem>
      </Menu>
    </li>
  );
}

const usesInWords = (count: number): string =>
  count === 0 ? 'unused' : count === 1 ? '1 use' : `${count} uses`;
