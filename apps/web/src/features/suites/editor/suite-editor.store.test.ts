import type { StoredSuite } from '@parley/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { ApiRequestError } from '#/lib/api.ts';
import { draftStorage } from './draft-storage.ts';
import { changeTest } from './edit-suite.ts';
import { suiteForTests } from './open-editor-for-tests.ts';
import { createSuiteEditor, isDirty } from './suite-editor.store.ts';

const source = '# keep me\n- test: Greeting\n- hello: welcome\n';

/** An in-memory server. Like the real one, it refuses outdated versions. */
let server: StoredSuite;
let refusesWith: ApiRequestError | undefined;
/** Accepted wordings that the server received. */
let told: string[];
/** If set, the server waits for this promise before it responds. */
let holdsUntil: Promise<void> | undefined;

beforeEach(() => {
  sessionStorage.clear();
  told = [];
  refusesWith = undefined;
  holdsUntil = undefined;
  server = suiteForTests(source);
});

function openEditor() {
  return createSuiteEditor({
    stored: server,
    drafts: draftStorage({ userId: 'u1', suiteId: 's1' }),
    now: () => 0,
    load: async () => server,
    async store(text, version, accepted) {
      await holdsUntil;
      if (refusesWith) throw refusesWith;
      if (version !== server.version) {
        const body = { code: 'conflict', message: 'It was changed in the meantime.' } as const;
        throw new ApiRequestError(409, 'Conflict', body);
      }
      server = { ...server, source: text, version: version + 1 };
      told.push(...accepted.map(({ test, wording }) => `${test}: ${wording}`));
      return server;
    },
  });
}

function somebodyElseWrites(text: string) {
  server = { ...server, source: text, version: server.version + 1 };
}

const rename = (name: string) => (suite: Parameters<typeof changeTest>[0]) =>
  changeTest(suite, 0, { name });

describe('the editor of a suite', () => {
  it('writes an edit of the model into the text and keeps comments', () => {
    const editor = openEditor();
    editor.getState().edit(rename('Farewell'));
    expect(editor.getState().source).toBe('# keep me\n- test: Farewell\n- hello: welcome\n');
    expect(isDirty(editor.getState())).toBe(true);
  });

  it('shows the model of a text that was typed, with its problems', () => {
    const editor = openEditor();
    editor.getState().write('- test: Other\n- hello:\n  - prompt =~ "("\n');
    expect(editor.getState().suite.tests[0]?.name).toBe('Other');
    expect(editor.getState().problems).toHaveLength(1);
  });

  it('shows typing at once and writes it into the text when it settles', () => {
    const editor = openEditor();
    editor.getState().edit(rename('F'), 'name');
    editor.getState().edit(rename('Fa'), 'name');
    expect(editor.getState().suite.tests[0]?.name).toBe('Fa');
    expect(editor.getState().source).toBe(source);
    editor.getState().undo();
    expect(editor.getState().suite.tests[0]?.name).toBe('Greeting');
    editor.getState().redo();
    expect(editor.getState().source).toContain('- test: Fa\n');
  });

  it('stores the text and is clean afterwards', async () => {
    const editor = openEditor();
    editor.getState().edit(rename('Farewell'), 'name');
    expect(await editor.getState().save()).toBe(true);
    expect(server.source).toContain('Farewell');
    expect(isDirty(editor.getState())).toBe(false);
  });

  it('has everything back after a reload of the page', () => {
    openEditor().getState().edit(rename('Farewell'));
    const reloaded = openEditor().getState();
    expect(reloaded.source).toContain('Farewell');
    expect(reloaded.isRestored).toBe(true);
    expect(reloaded.conflict).toBeNull();
  });

  it('keeps nothing for the next visit once it was saved or discarded', async () => {
    const editor = openEditor();
    editor.getState().edit(rename('Farewell'));
    await editor.getState().save();
    expect(openEditor().getState().isRestored).toBe(false);
    editor.getState().edit(rename('Again'));
    editor.getState().discard();
    expect(openEditor().getState().isRestored).toBe(false);
  });

  it('says what the server says when it refuses a text', async () => {
    const problems = [{ line: 2, message: 'No.' }];
    refusesWith = new ApiRequestError(422, 'Unprocessable Content', {
      code: 'suite_invalid',
      message: 'The test suite has errors.',
      problems,
    });
    const editor = openEditor();
    editor.getState().edit(rename('Farewell'));
    expect(await editor.getState().save()).toBe(false);
    expect(editor.getState()).toMatchObject({
      saveError: 'The test suite has errors.',
      serverProblems: problems,
      isSaving: false,
    });
    editor.getState().edit(rename('Fine'));
    expect(editor.getState()).toMatchObject({ saveError: null, serverProblems: [] });
  });
});

describe('a save that is asked for during another one', () => {
  /** Opens an editor whose save stays pending until `answer` is called. */
  function savingEditor() {
    const answer = Promise.withResolvers<void>();
    holdsUntil = answer.promise;
    const editor = openEditor();
    editor.getState().edit(rename('Farewell'));
    return { editor, first: editor.getState().save(), answer: answer.resolve };
  }

  it('is the same one when nothing was written since', async () => {
    const { editor, first, answer } = savingEditor();
    const second = editor.getState().save();
    answer();
    expect(await Promise.all([first, second])).toEqual([true, true]);
    expect(server.version).toBe(2);
  });

  it('stores what was written since as well', async () => {
    const { editor, first, answer } = savingEditor();
    editor.getState().edit(rename('Goodbye'), 'name');
    const others = [editor.getState().save(), editor.getState().save()];
    answer();
    expect(await Promise.all([first, ...others])).toEqual([true, true, true]);
    expect(server).toMatchObject({ version: 3, source: expect.stringContaining('Goodbye') });
    expect(editor.getState().isSaving).toBe(false);
  });

  it('leaves no draft of a text that was given up in the meantime', async () => {
    const { editor, first, answer } = savingEditor();
    editor.getState().discard();
    answer();
    await first;
    expect(isDirty(editor.getState())).toBe(false);
    expect(openEditor().getState()).toMatchObject({ source: server.source, isRestored: false });
  });

  it.each([
    ['at once', undefined],
    ['in a field that is still typed in', 'name 0'],
  ])('keeps what was written %s after a text was given up', async (_, name) => {
    const { editor, first, answer } = savingEditor();
    editor.getState().discard();
    editor.getState().edit(rename('Goodbye'), name);
    answer();
    await first;
    editor.getState().settle();
    expect(editor.getState().source).toContain('Goodbye');
    expect(openEditor().getState().source).toContain('Goodbye');
  });

  it('fails with it', async () => {
    refusesWith = new ApiRequestError(500, 'Internal Server Error');
    const { editor, first, answer } = savingEditor();
    const second = editor.getState().save();
    answer();
    expect(await Promise.all([first, second])).toEqual([false, false]);
    refusesWith = undefined;
    expect(await editor.getState().save()).toBe(true);
  });
});

describe('a wording of the bot that is accepted', () => {
  function acceptIn(editor: ReturnType<typeof openEditor>, wording: string) {
    editor.getState().noteWording({ test: 'Greeting', wording });
    editor.getState().write(`- test: Greeting\n- hello: [welcome, ${wording}]\n`);
  }

  it('is told once, with the text that is stored', async () => {
    const editor = openEditor();
    acceptIn(editor, 'hi');
    await editor.getState().save();
    expect(told).toEqual(['Greeting: hi']);
    editor.getState().edit(rename('Farewell'));
    await editor.getState().save();
    expect(told).toEqual(['Greeting: hi']);
  });

  it('is told after a reload, and when storing it failed at first', async () => {
    refusesWith = new ApiRequestError(500, 'Internal Server Error');
    const editor = openEditor();
    acceptIn(editor, 'hi');
    expect(await editor.getState().save()).toBe(false);
    refusesWith = undefined;
    await openEditor().getState().save();
    expect(told).toEqual(['Greeting: hi']);
  });

  it('is not told again when it was stored and only the answer to that was lost', async () => {
    const editor = openEditor();
    acceptIn(editor, 'hi');
    somebodyElseWrites(editor.getState().source);
    editor.getState().accept(server);
    editor.getState().write(`${editor.getState().source}\n`);
    await editor.getState().save();
    expect(told).toEqual([]);
  });

  it('is told when it was undone and redone, though the suite was read again between', async () => {
    const editor = openEditor();
    acceptIn(editor, 'hi');
    editor.getState().undo();
    editor.getState().accept(server);
    editor.getState().redo();
    await editor.getState().save();
    expect(told).toEqual(['Greeting: hi']);
  });

  it('is not told when it was undone before', async () => {
    const editor = openEditor();
    acceptIn(editor, 'hi');
    editor.getState().undo();
    editor.getState().edit(rename('Farewell'));
    await editor.getState().save();
    expect(told).toEqual([]);
  });
});

describe('a suite that somebody else saved in the meantime', () => {
  const theirs = '- test: Theirs\n- hello: welcome\n';

  async function conflicting() {
    const editor = openEditor();
    editor.getState().edit(rename('Mine'));
    somebodyElseWrites(theirs);
    expect(await editor.getState().save()).toBe(false);
    expect(editor.getState().conflict?.source).toBe(theirs);
    return editor;
  }

  it('is not overwritten before the user decided', async () => {
    const editor = await conflicting();
    expect(await editor.getState().save()).toBe(false);
    expect(server.source).toBe(theirs);
  });

  it('takes my text when I keep mine', async () => {
    const editor = await conflicting();
    expect(await editor.getState().keepMine()).toBe(true);
    expect(server.source).toContain('Mine');
    expect(editor.getState().conflict).toBeNull();
  });

  it('shows their text when I load theirs, and undo brings mine back', async () => {
    const editor = await conflicting();
    editor.getState().loadTheirs();
    expect(editor.getState().source).toBe(theirs);
    expect(isDirty(editor.getState())).toBe(false);
    editor.getState().undo();
    expect(editor.getState().source).toContain('Mine');
    expect(await editor.getState().save()).toBe(true);
  });

  it('is no conflict when only its name was changed', async () => {
    const editor = openEditor();
    editor.getState().edit(rename('Mine'));
    somebodyElseWrites(source);
    expect(await editor.getState().save()).toBe(true);
    expect(server.source).toContain('Mine');
  });

  it('is a conflict for a draft that was kept over a reload, however often', () => {
    openEditor().getState().edit(rename('Mine'));
    somebodyElseWrites(theirs);
    const reloaded = openEditor();
    expect(reloaded.getState().conflict?.source).toBe(theirs);
    reloaded.getState().edit(rename('Still mine'));
    reloaded.getState().accept(server);
    expect(openEditor().getState().conflict?.source).toBe(theirs);
  });

  it('is no conflict after a reload when only its name was changed before', () => {
    const editor = openEditor();
    editor.getState().edit(rename('Mine'));
    somebodyElseWrites(source);
    editor.getState().accept(server);
    expect(openEditor().getState()).toMatchObject({ conflict: null, isRestored: true });
  });

  it('is no conflict when it is my own text, whose answer was lost', async () => {
    const editor = openEditor();
    editor.getState().edit(rename('Mine'));
    somebodyElseWrites(editor.getState().source);
    expect(await editor.getState().save()).toBe(true);
    expect(server.version).toBe(2);
    editor.getState().edit(rename('Mine again'));
    somebodyElseWrites(editor.getState().source);
    editor.getState().accept(server);
    expect(editor.getState().conflict).toBeNull();
    expect(isDirty(editor.getState())).toBe(false);
  });

  it('is a conflict no more once it is taken over', async () => {
    const editor = await conflicting();
    editor.getState().undo();
    editor.getState().accept(server);
    expect(editor.getState()).toMatchObject({ source: theirs, conflict: null });
  });

  it('replaces the text here as long as nothing is unsaved', () => {
    const editor = openEditor();
    somebodyElseWrites(theirs);
    editor.getState().accept(server);
    expect(editor.getState()).toMatchObject({ source: theirs, conflict: null });
    editor.getState().edit(rename('Mine'));
    somebodyElseWrites(source);
    editor.getState().accept(server);
    expect(editor.getState().source).toContain('Mine');
    expect(editor.getState().conflict?.source).toBe(source);
  });
});
