import { addTest, cloneTest, deleteTest, moveTest } from './edit-suite.ts';
import { useEditor, useEditorStore } from './editor-context.tsx';
import { tellDeleted } from './tell-deleted.ts';

/** The open test, and edits of the list of tests that keep the right test selected. */
export interface TestSelection {
  selected: number;
  /** False while a block is shown instead. */
  isShown: boolean;
  select(index: number): void;
  add(index: number): void;
  clone(index: number): void;
  remove(index: number): void;
  move(from: number, to: number): void;
}

/** Selection of a test. The URL contains the selection; it can be a test that no longer exists. */
export function useTestSelection(
  place: number,
  select: (index: number) => void,
  isShown = true,
): TestSelection {
  const editor = useEditorStore();
  const testCount = useEditor(({ suite }) => suite.tests.length);
  const selected = Math.max(0, Math.min(place, testCount - 1));
  return {
    selected,
    isShown,
    select,
    add(index) {
      editor.getState().edit((suite) => addTest(suite, index));
      select(index);
    },
    clone(index) {
      editor.getState().edit((suite) => cloneTest(suite, index));
      select(index + 1);
    },
    remove(index) {
      const name = editor.getState().suite.tests[index]?.name;
      editor.getState().edit((suite) => deleteTest(suite, index));
      if (index < selected) select(selected - 1);
      tellDeleted(editor, `“${name}”`);
    },
    move(from, to) {
      editor.getState().edit((suite) => moveTest(suite, from, to));
      select(placeAfterMove(selected, from, to));
    },
  };
}

/** Index of the item at `place` after an item moved from `from` to `to`. */
export function placeAfterMove(place: number, from: number, to: number): number {
  if (place === from) return to;
  if (from < place && place <= to) return place - 1;
  if (to <= place && place < from) return place + 1;
  return place;
}
