/**
 * State of an open editor. The text is the only source: `parseSuite` derives the model from the text, and `applySuite` writes
 * edits of the model back into the text. So the steps and the text always agree, and comments and formatting survive all
 * edits. Writing back parses and prints the whole suite, which is too slow for each keystroke in a long suite. Typing
 * therefore changes the model immediately and the text after a pause. `settle` writes the text at once.
 */
import type { ErrorProblem, StoredSuite } from '@parley/contract';
import {
  type Agent,
  applySuite,
  type Block,
  linkAgent,
  linkLibrary,
  type Problem,
  parseSuite,
  type Suite,
} from '@parley/suite';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { ApiRequestError } from '#/lib/api.ts';
import { toTell, type WordingOfTest } from '../accept-wording.ts';
import type { DraftStorage } from './draft-storage.ts';
import { applyEdit, redo, type SourceHistory, startHistory, undo } from './source-history.ts';

export interface SuiteEditorState extends SourceHistory {
  /** The suite on the server, as last loaded. */
  stored: StoredSuite;
  suite: Suite;
  problems: Problem[];
  /** Blocks of the project's library. */
  library: readonly Block[];
  /** Agents that the suite can name. */
  agents: readonly Agent[];
  /** An edit that is in the model but not yet in the text. */
  unwritten: { name: string | undefined } | null;
  /** Problems for which the server refused the text. The next edit clears them. */
  serverProblems: ErrorProblem[];
  isSaving: boolean;
  saveError: string | null;
  /** Another version on the server. The user decides which text to keep. */
  conflict: StoredSuite | null;
  /** True if the text is an unsaved draft from an earlier visit in this tab. */
  isRestored: boolean;
  /** Wordings that were accepted since the text was last saved. Some may have been undone. */
  accepted: WordingOfTest[];
}

export interface SuiteEditorActions {
  /**
   * Edits the model. Successive edits with the same `name` are one undo step. Without a name, the text is written
   * immediately.
   */
  edit(change: (suite: Suite) => Suite, name?: string): void;
  write(source: string, name?: string): void;
  settle(): void;
  /** Notes an accepted wording, which is sent with the next save. Call it before the edit that accepts the wording. */
  noteWording(accepted: WordingOfTest): void;
  setLibrary(library: readonly Block[]): void;
  setAgents(agents: readonly Agent[]): void;
  undo(): void;
  redo(): void;
  /** Saves the text. If it is already being saved, waits for that first. Resolves to true if the text is stored. */
  save(): Promise<boolean>;
  keepMine(): Promise<boolean>;
  /** Replaces the text with the server's version. Undo restores the user's text. */
  loadTheirs(): void;
  discard(): void;
  /** Takes over a version from the server. If both it and the user changed the text, this is a conflict. */
  accept(stored: StoredSuite): void;
}

export type SuiteEditorStore = StoreApi<SuiteEditorState & SuiteEditorActions>;

export interface SuiteEditorPorts {
  stored: StoredSuite;
  library?: readonly Block[];
  agents?: readonly Agent[];
  drafts: DraftStorage;
  now: () => number;
  /** Rejects with an ApiRequestError with the code `conflict` if another version is stored. */
  store(source: string, version: number, accepted: WordingOfTest[]): Promise<StoredSuite>;
  load(): Promise<StoredSuite>;
}

/** Milliseconds after the last keystroke until the text is written. */
const settleAfterMs = 250;

export function isDirty({ source, stored, unwritten }: SuiteEditorState): boolean {
  return source !== stored.source || unwritten !== null;
}

export function createSuiteEditor(ports: SuiteEditorPorts): SuiteEditorStore {
  const { drafts, now, stored, library = [], agents = [] } = ports;
  const draft = drafts.read();
  const restored = draft && draft.source !== stored.source ? draft : null;
  const source = restored?.source ?? stored.source;

  return createStore((set, get) => {
    let settling: ReturnType<typeof setTimeout> | undefined;
    let saving: Promise<boolean> | undefined;
    /** Version that the text is based on. A restored draft can be based on an outdated one, which is a conflict. */
    let startedFrom = restored?.version ?? stored.version;
    /** True if the user discarded the text while it was being saved, because a save cannot be cancelled. */
    let isGivenUp = false;

    function show(history: SourceHistory): void {
      isGivenUp = false;
      set({
        ...history,
        ...readSource(history.source, get()),
        serverProblems: [],
        saveError: null,
      });
      keepDraft();
    }

    function keepDraft(): void {
      const state = get();
      const { source, accepted } = state;
      if (isDirty(state)) drafts.write({ source, version: startedFrom, accepted });
      else drafts.clear();
    }

    /** Bases the text on another stored version. */
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

    /** Handles a failed save. Resolves to true if the text is stored after all. */
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
      // The text was stored, and only the response was lost.
      if (theirs.source === sent.source) {
        takeOver(theirs, sent.accepted);
        return true;
      }
      // Only the name or the project changed, so no text would be lost.
      if (theirs.source === get().stored.source) return storeOnto(theirs.version);
      set({ conflict: theirs });
      return false;
    }

    return {
      ...startHistory(source),
      ...readSource(source, { library, agents }),
      library,
      agents,
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
      setLibrary(next) {
        get().settle();
        const { source, agents } = get();
        set({ library: next, ...readSource(source, { library: next, agents }) });
      },
      setAgents(next) {
        get().settle();
        const { source, library } = get();
        set({ agents: next, ...readSource(source, { library, agents: next }) });
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
        // Save again, because the text may have changed since that save started.
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
          // The unsaved text was stored, and only the response was lost.
          takeOver(fresh, isDirty(state) ? state.accepted : []);
        } else if (fresh.source === state.stored.source) {
          // Only the name or the project changed.
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

function readSource(
  source: string,
  { library, agents }: Pick<SuiteEditorState, 'library' | 'agents'>,
): Pick<SuiteEditorState, 'suite' | 'problems'> {
  const { suite, problems } = parseSuite(source);
  const linked = linkLibrary(linkAgent(source, agents), library);
  return { suite, problems: linked === source ? problems : parseSuite(linked).problems };
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
