import { useState } from 'react';
import { addBlock, type BlockUse, cloneBlock, deleteBlock, usesOfBlocks } from './edit-blocks.ts';
import { useEditor, useEditorStore } from './editor-context.tsx';
import { tellDeleted } from './tell-deleted.ts';

/** The open block and edits of the list of blocks. */
export interface BlockSelection {
  selected: number | undefined;
  select(index: number): void;
  add(): void;
  clone(index: number): void;
  /** Deletes a block. Asks first if the block is used. */
  remove(index: number): void;
  /** The block to delete and its uses, while the confirmation is open. */
  asked: { name: string; uses: BlockUse[]; confirm(): void; cancel(): void } | undefined;
}

/** Selection of a block. The URL contains the selection; it can be a block that no longer exists. */
export function useBlockSelection(
  place: number | undefined,
  select: (index: number | undefined) => void,
): BlockSelection {
  const editor = useEditorStore();
  const blocks = useEditor(({ suite }) => suite.blocks) ?? [];
  const [asking, setAsking] = useState<number>();
  const selected = place !== undefined && place < blocks.length ? place : undefined;

  function removeNow(index: number) {
    const name = editor.getState().suite.blocks?.[index]?.name;
    editor.getState().edit((suite) => deleteBlock(suite, index));
    if (selected === index) select(undefined);
    else if (selected !== undefined && index < selected) select(selected - 1);
    tellDeleted(editor, `“${name}”`);
  }

  const block = asking === undefined ? undefined : blocks[asking];
  return {
    selected,
    select,
    add() {
      editor.getState().edit(addBlock);
      select(blocks.length);
    },
    clone(index) {
      editor.getState().edit((suite) => cloneBlock(suite, index));
      select(index + 1);
    },
    remove(index) {
      const { suite } = editor.getState();
      const name = suite.blocks?.[index]?.name ?? '';
      if (usesOfBlocks(suite).has(name)) setAsking(index);
      else removeNow(index);
    },
    asked:
      block && asking !== undefined
        ? {
            name: block.name,
            uses: usesOfBlocks(editor.getState().suite).get(block.name) ?? [],
            confirm() {
              setAsking(undefined);
              removeNow(asking);
            },
            cancel: () => setAsking(undefined),
          }
        : undefined,
  };
}
