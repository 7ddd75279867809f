/**
 * The state of one open editor. There is one text: the model is what `parseSuite` reads in it, and
 * `applySuite` writes edits of the model back. So the visual editor and the text show the same, and
 * comments and spelling survive both. Writing back parses and prints the whole suite, which is too
 * slow for each keystroke in a long one. So typing changes the model at once, and the text after a
 * pause; `settle` writes it immediately.
 */
import type { ErrorProblem, StoredSuite } from '@parley/contract';
import { applySuite, type Problem, parseSuite, type Suite } from '@parley/suite';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { ApiRequestError } from '#/lib/api.ts';
import { toTell, type WordingOfTest } from '../accept-wording.ts';
import type { DraftStorage } from './draft-storage.ts';
import { applyEdit, redo, type SourceHistory, startHistory, undo } from './source-history.ts';

export interface SuiteEditorState extends SourceHistory {
  /** The suite as the server has it, as far as we know. */
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
  /** The text came from an earlier visit of this tab. */
  isRestored: boolean;
  /** Wordings of the bot that were accepted since the text was stored; some may be undone. */
  accepted: WordingOfTest[];
}

export interface SuiteEditorActions {
  /** `name` joins keystrokes in one field into one step of undo; without it the text is written at once. */
  edit(change: (suite: Suite) => Suite, name?: string): void;
  write(source: string, name?: string): void;
  settle(): void;
  /** Sent with the text when it is saved. Call it before the edit that accepts the wording. */
  noteWording(accepted: WordingOfTest): void;
  undo(): void;
  redo(): void;
  /** Resolves to whether the text is stored now, by a save that is under way or by one of its own. */
  save(): Promise<boolean>;
  keepMine(): Promise<boolean>;
  /** An edit like any other: undo restores the user's own text. */
  loadTheirs(): void;
  discard(): void;
  /** Takes over the version from the server; if the local text is unsaved, this is a conflict. */
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

/** Typing that pauses this long is written into the text. */
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
    /** The stored version that our text started from; an unsaved one of another is a conflict after a reload. */
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

    /** From now on `theirs` is what our text is compared with. */
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

    /** The sent text is saved. */
    function takeOver(stored: StoredSuite, told: WordingOfTest[]): void {
      set({ accepted: get().accepted.filter((one) => !told.includes(one)) });
      if (isGivenUp) get().write(stored.source);
      startFrom(stored);
    }

    /** Resolves to whether the text could be stored after all. */
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
