import type { Block } from '@parley/suite';
import { useEditor } from './editor-context.tsx';

/** Returns the blocks of the suite, then those of the project's library that it does not replace with its own. */
export function useUsableBlocks(): Block[] {
  const own = useEditor(({ suite }) => suite.blocks) ?? [];
  const library = useEditor((state) => state.library);
  return [...own, ...library.filter(({ name }) => !own.some((block) => block.name === name))];
}
