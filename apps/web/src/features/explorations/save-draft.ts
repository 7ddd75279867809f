/** Draft of the dialog that saves tests, and the target that results from it. */
import type { Strictness } from '@parley/suite';
import type { SaveTarget } from './save-exploration.ts';

export interface SaveDraft {
  choice: 'existing' | 'new';
  /** Name of the test for a single path. */
  name: string;
  suiteId: string | null;
  projectId: string | null;
  suiteName: string;
  strictness: Strictness;
}

/** Error messages by field. */
export type SaveMistakes = Partial<Record<'name' | 'suiteId' | 'suiteName' | 'projectId', string>>;

/** @returns the target of the tests, or the error messages by field */
export function readSaveDraft(
  draft: SaveDraft,
  isPath: boolean,
): { target: SaveTarget } | { mistakes: SaveMistakes } {
  const mistakes: SaveMistakes = {};
  if (isPath && draft.name.trim() === '') mistakes.name = 'Enter a name for the test.';
  const target = draft.choice === 'existing' ? existing(draft, mistakes) : added(draft, mistakes);
  return target && Object.keys(mistakes).length === 0 ? { target } : { mistakes };
}

function existing({ suiteId }: SaveDraft, mistakes: SaveMistakes): SaveTarget | undefined {
  if (suiteId !== null) return { kind: 'existing', suiteId };
  mistakes.suiteId = 'Choose a test suite.';
  return undefined;
}

function added(draft: SaveDraft, mistakes: SaveMistakes): SaveTarget | undefined {
  const { projectId } = draft;
  const name = draft.suiteName.trim();
  if (name === '') mistakes.suiteName = 'Enter a name for the test suite.';
  if (projectId === null) {
    mistakes.projectId = 'Create a project for the test suite first.';
    return undefined;
  }
  return { kind: 'new', projectId, name };
}
