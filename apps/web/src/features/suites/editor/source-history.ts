/** The text of a suite with its undo and redo history. Pure; owned by the editor. */
export interface SourceHistory {
  source: string;
  past: string[];
  future: string[];
  /** The last edit. An edit with the same name shortly afterwards is merged into the same undo step. */
  lastEdit?: { name: string; at: number } | undefined;
}

/** A pause in typing longer than this, in milliseconds, starts a new undo step. */
const joinWithinMs = 1000;

/** Texts are at most 1 MiB and mostly a few KiB; a hundred steps stay well within a tab's memory. */
const stepsMax = 100;

export function startHistory(source: string): SourceHistory {
  return { source, past: [], future: [] };
}

export interface Edit {
  source: string;
  /** Name of the edited field. Edits with the same name are merged; an edit without one is always a step of its own. */
  name?: string | undefined;
  at: number;
}

export function applyEdit(history: SourceHistory, edit: Edit): SourceHistory {
  if (edit.source === history.source) return history;
  const joins =
    edit.name !== undefined &&
    history.lastEdit?.name === edit.name &&
    edit.at - history.lastEdit.at < joinWithinMs;
  const past = joins ? history.past : [...history.past, history.source].slice(-stepsMax);
  const lastEdit = edit.name === undefined ? undefined : { name: edit.name, at: edit.at };
  return { source: edit.source, past, future: [], lastEdit };
}

export function undo(history: SourceHistory): SourceHistory {
  const source = history.past.at(-1);
  if (source === undefined) return history;
  return {
    source,
    past: history.past.slice(0, -1),
    future: [history.source, ...history.future],
    lastEdit: undefined,
  };
}

export function redo(history: SourceHistory): SourceHistory {
  const [source, ...future] = history.future;
  if (source === undefined) return history;
  return { source, past: [...history.past, history.source], future, lastEdit: undefined };
}
