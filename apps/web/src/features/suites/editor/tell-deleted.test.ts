import { beforeEach, expect, it } from 'vitest';
import { toast, toastStore } from '#/ui/toast.ts';
import { changeTest, deleteTest } from './edit-suite.ts';
import { openEditorForTests } from './open-editor-for-tests.ts';
import { tellDeleted } from './tell-deleted.ts';

const source = '- test: Greeting\n- hello: welcome\n---\n- test: Farewell\n- bye: see you\n';

beforeEach(() => toastStore.setState({ toast: null }));

function afterDeletion() {
  const editor = openEditorForTests(source);
  editor.getState().edit((suite) => deleteTest(suite, 0));
  tellDeleted(editor, '“Greeting”');
  return editor;
}

const shown = () => toastStore.getState().toast;
const names = (editor: ReturnType<typeof afterDeletion>) =>
  editor.getState().suite.tests.map(({ name }) => name);

it('offers to undo a deletion', () => {
  const editor = afterDeletion();
  expect(shown()).toMatchObject({ title: '“Greeting” was deleted', isOpen: true });
  shown()?.action?.onPress();
  expect(names(editor)).toEqual(['Greeting', 'Farewell']);
});

it.each([
  ['an edit', undefined],
  ['typing, which is not in the text yet', 'name'],
])('offers it no more after %s, which undo would take back instead', (_what, name) => {
  const editor = afterDeletion();
  editor.getState().edit((suite) => changeTest(suite, 0, { name: 'Goodbye' }), name);
  expect(shown()?.isOpen).toBe(false);
});

it('leaves the word of another alone', () => {
  const editor = afterDeletion();
  toast({ title: 'Saved' });
  editor.getState().edit((suite) => deleteTest(suite, 0));
  expect(shown()).toMatchObject({ title: 'Saved', isOpen: true });
});
