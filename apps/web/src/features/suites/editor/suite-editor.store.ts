/**
 * State of one open editor. The text is the only source: `parseSuite` derives the model from it, and `applySuite` writes
 * edits of the model back. The visual editor and the text therefore always agree, and comments and formatting survive edits
 * in both. Writing back parses and prints the whole suite, which is too slow for each keystroke in a long one. Typing
 * therefore changes the model immediately and the text after a pause; `settle` writes it immediately.
 */
import type { ErrorProblem, StoredSuite } from '@parley/contract';
import { applySuite, type Problem, parseSuite, type Suite } from '@parley/suite';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { ApiRequestError } from '#/lib/api.ts';
import { toTell, type WordingOfTest } from '../accept-wording.ts';
import type { DraftStorage } from './draft-storage.ts';
import { applyEdit, redo, type SourceHistory, startHistory, undo } from './source-history.ts';

export interface SuiteEditorState extends SourceHistory {
  /** The suite on the server, as last seen. */
  stored: StoredSuite;
  suite: Suite;
  problems: Problem[];
  /** An edit already in the model but not yet in the text. */
  unwritten: { name: string | undefined } | null;
  /** Problems reported by the server when it refused the text; cleared by the next edit. */
  serverProblems: ErrorProblem[];
  isSaving: boolean;
  saveError: string | null;
  /** A concurrent change on the server; the user decides which text to keep. */
  conflict: StoredSuite | null;
  /** True if the text is an unsaved draft from an earlier visit in this tab. */
  isRestored: boolean;
  /** Wordings accepted since the text was last stored; some may have been undone. */
  accepted: WordingOfTest[];
}

export interface SuiteEditorActions {
  /** `name` merges keystrokes in one field into one undo step; without it, the text is written immediately. */
  edit(change: (suite: Suite) => Suite, name?: string): void;
  write(source: string, name?: string): void;
  settle(): void;
  /** Adds an acceptance that is sent with the next save. Call it before the edit that accepts the wording. */
  noteWording(accepted: WordingOfTest): void;
  undo(): void;
  redo(): void;
  /** Saves the text, or waits for a save in progress. Resolves to true if the text is now stored. */
  save(): Promise<boolean>;
  keepMine(): Promise<boolean>;
  /** Loads the server's text as a normal edit, so that undo restores the user's own text. */
  loadTheirs(): void;
  discard(): void;
  /** Adopts a version from the server. If the local text is unsaved, this is a conflict. */
  accept(stored: StoredSuite): void;
}

export type SuiteEditorStore = StoreApi<SuiteEditorState & SuiteEditorActions>;

export interface SuiteEditorPorts {
  stored: StoredSuite;
  drafts: DraftStorage;
  now: () => number;
  /** Rejects with an ApiRequestError of code `conflict` if the stored version is another one. */
  store(source: string, version: number, accepted: WordingOfTest[]): Promise<StoredSuite>;
  load(): Promise<StoredSuite>;
}

/** Pause in typing, in milliseconds, after which the text is written. */
const settleAfterMs = 250;

export function isDirty({ source, stored, unwritten }: SuiteEditorState): boolean {
  return source !== stored.source || unwritten !== null;
}

export function createSuiteEditor(ports: SuiteEditorPorts): SuiteEditorStore {
  const { drafts, now, stored } = ports;
  const draft = drafts.read();
  const restored = draft && draft.source !== stored.source ? draft : null;
  const source = restored?.source ?? stored.source;

  return createStore((set, get) => {
    let settling: ReturnType<typeof setTimeout> | undefined;
    let saving: Promise<boolean> | undefined;
    /** The stored version that the text is based on. If it is outdated, an unsaved text is a conflict after a reload. */
    let startedFrom = restored?.version ?? stored.version;
    /** The text was discarded while it was being saved, which cannot be undone. */
    let isGivenUp = false;

    function show(history: SourceHistory): void {
      isGivenUp = false;
      set({ ...history, ...readSource(history.source), serverProblems: [], saveError: null });
      keepDraft();
    }

    function keepDraft(): void {
      const state = get();
      const { source, accepted } = state;
      if (isDirty(state)) drafts.write({ source, version: startedFrom, accepted });
      else drafts.clear();
    }

    /** Makes `theirs` the version that the text is based on and compared with. */
    function startFrom(theirs: StoredSuite): void {
      startedFrom = theirs.version;
      set({ stored: theirs, conflict: null, isRestored: false });
      keepDraft();
    }

    function saveOnto(version: number): Promise<boolean> {
      saving = storeOnto(version).finally(() => {
        saving = undefined;
      });
      return saving;
    }

    async function storeOnto(version: number): Promise<boolean> {
      set({ isSaving: true, saveError: null, serverProblems: [] });
      const { source, suite, accepted } = get();
      try {
        const stored = await ports.store(source, version, toTell(suite, accepted));
        takeOver(stored, accepted);
        return true;
      } catch (error) {
        return await recover(error, { source, accepted });
      } finally {
        set({ isSaving: false });
      }
    }

    /** Marks the sent text as saved. */
    function takeOver(stored: StoredSuite, told: WordingOfTest[]): void {
      set({ accepted: get().accepted.filter((one) => !told.includes(one)) });
      if (isGivenUp) get().write(stored.source);
      startFrom(stored);
    }

    /** Tries to recover from a failed save. Resolves to true if the text was stored after all. */
    async function recover(
      error: unknown,
      sent: Pick<SuiteEditorState, 'source' | 'accepted'>,
    ): Promise<boolean> {
      const { saveError, problems, isConflict } = refusal(error);
      if (!isConflict) {
        set({ saveError, serverProblems: problems });
        return false;
      }
      const theirs = await ports.load().catch(() => null);
      if (!theirs) {
        set({ saveError });
        return false;
      }
      // It was stored before, and only the answer to that was lost.
      if (theirs.source === sent.source) {
        takeOver(theirs, sent.accepted);
        return true;
      }
      // Only its name or place changed: nobody's text is at stake.
      if (theirs.source === get().stored.source) return storeOnto(theirs.version);
      set({ conflict: theirs });
      return false;
    }

    return {
      ...startHistory(source),
      ...readSource(source),
      stored,
      unwritten: null,
      serverProblems: [],
      isSaving: false,
      saveError: null,
      conflict: restored && restored.version !== stored.version ? stored : null,
      isRestored: restored !== null,
      accepted: restored?.accepted ?? [],

      edit(change, name) {
        isGivenUp = false;
        const { unwritten } = get();
        if (unwritten && unwritten.name !== name) get().settle();
        set({ suite: change(get().suite), unwritten: { name } });
        clearTimeout(settling);
        if (name === undefined) get().settle();
        else settling = setTimeout(() => get().settle(), settleAfterMs);
      },
      settle() {
        clearTimeout(settling);
        const { suite, unwritten } = get();
        if (!unwritten) return;
        set({ unwritten: null });
        get().write(applySuite(get().source, suite), unwritten.name);
      },
      write(next, name) {
        get().settle();
        show(applyEdit(get(), { source: next, name, at: now() }));
      },
      noteWording(accepted) {
        set({ accepted: [...get().accepted, accepted] });
      },
      undo() {
        get().settle();
        show(undo(get()));
      },
      redo() {
        get().settle();
        show(redo(get()));
      },

      async save() {
        get().settle();
        // What was written since that one began is still to be stored.
        if (saving) return (await saving) && get().save();
        const state = get();
        if (state.conflict) return false;
        return isDirty(state) ? saveOnto(state.stored.version) : true;
      },
      async keepMine() {
        get().settle();
        const { conflict } = get();
        if (!conflict) return false;
        startFrom(conflict);
        return saveOnto(conflict.version);
      },
      loadTheirs() {
        const { conflict } = get();
        if (!conflict) return;
        get().write(conflict.source);
        startFrom(conflict);
      },
      discard() {
        const { conflict } = get();
        get().write((conflict ?? get().stored).source);
        startFrom(conflict ?? get().stored);
        isGivenUp = saving !== undefined;
      },
      accept(fresh) {
        get().settle();
        const state = get();
        if (fresh.version < state.stored.version || state.isSaving) return;
        if (!isDirty(state)) get().write(fresh.source);
        if (get().source === fresh.source) {
          // Our unsaved text was stored before, and only the answer to that was lost.
          takeOver(fresh, isDirty(state) ? state.accepted : []);
        } else if (fresh.source === state.stored.source) {
          // Only its name or place changed.
          if (!state.conflict) startedFrom = fresh.version;
          set({ stored: fresh });
          keepDraft();
        } else {
          set({ conflict: fresh });
        }
      },
    };
  });
}

function readSource(source: string): Pick<SuiteEditorState, 'suite' | 'problems'> {
  const { suite, problems } = parseSuite(source);
  return { suite, problems };
}

function refusal(error: unknown) {
  if (!(error instanceof ApiRequestError)) {
    const saveError = 'Failed to save the suite. Your text is still here. Please try again.';
    return { isConflict: false, saveError, problems: [] };
  }
  return {
    isConflict: error.code === 'conflict',
    saveError: error.detail ?? error.message,
    problems: error.problems,
  };
}
