import { describe, expect, it } from 'vitest';
import { readSaveDraft, type SaveDraft } from './save-draft.ts';

const draft: SaveDraft = {
  choice: 'existing',
  name: 'Balance',
  suiteId: 's1',
  projectId: 'p1',
  suiteName: ' Bank ',
  strictness: 'contains',
};

describe('readSaveDraft', () => {
  it('names an existing suite', () => {
    expect(readSaveDraft(draft, true)).toEqual({ target: { kind: 'existing', suiteId: 's1' } });
  });

  it('names a new suite without the space around its name', () => {
    expect(readSaveDraft({ ...draft, choice: 'new' }, true)).toEqual({
      target: { kind: 'new', projectId: 'p1', name: 'Bank' },
    });
  });

  it('says every mistake at once, each at its field', () => {
    expect(
      readSaveDraft({ ...draft, choice: 'new', name: ' ', suiteName: '', projectId: null }, true),
    ).toEqual({
      mistakes: {
        name: 'Enter a name for the test.',
        suiteName: 'Enter a name for the test suite.',
        projectId: 'Create a project for the test suite first.',
      },
    });
    expect(readSaveDraft({ ...draft, suiteId: null }, true)).toEqual({
      mistakes: { suiteId: 'Choose a test suite.' },
    });
  });

  it('asks for no name of a test where a whole map is saved', () => {
    expect(readSaveDraft({ ...draft, name: '' }, false)).toHaveProperty('target');
  });
});
