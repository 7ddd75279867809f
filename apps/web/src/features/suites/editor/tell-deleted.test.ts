import type { StoredSuite } from '@parley/contract';
import { beforeEach, expect, it } from 'vitest';
import { toast, toastStore } from '#/ui/toast.ts';
import { draftStorage } from './draft-storage.ts';
import { changeTest, deleteTest } from './edit-suite.ts';
import { createSuiteEditor } from './suite-editor.store.ts';
import { tellDeleted } from './tell-deleted.ts';

const stored: StoredSuite = {
  id: 's1',
  name: 'Hotline',
  description: '',
  projectId: 'p1',
  platform: 'webchat',
  deviceId: null,
  testCount: 2,
  lastModified: '2026-01-01T00:00:00.000Z',
  isMonitoring: false,
  monitoringConfig: null,
  source: '- test: Greeting\n- hello: welcome\n---\n- test: Farewell\n- bye: see you\n',
  version: 1,
};

beforeEach(() => {
  sessionStorage.clear();
  toastStore.setState({ toast: null });
});

function afterDeletion() {
  const editor = createSuiteEditor({
    stored,
    drafts: draftStorage({ userId: 'u1', suiteId: 's1' }),
    now: () => 0,
    load: async () => stored,
    store: async () => stored,
  });
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
