/** Text of a suite with its undo history. Pure. */
export interface SourceHistory {
  source: string;
  past: string[];
  future: string[];
  /** The last edit. If another edit with the same name follows soon, both are one undo step. */
  lastEdit?: { name: string; at: number } | undefined;
}

/** Maximum milliseconds between two edits of the same undo step. */
const joinWithinMs = 1000;

/** A text has at most 1 MiB and usually a few KiB, so a hundred steps fit into a tab's memory. */
const stepsMax = 100;

export function startHistory(source: string): SourceHistory {
  return { source, past: [], future: [] };
}

export interface Edit {
  source: string;
  /**
   * Name of the edited field. Successive edits with the same name are one undo step. An edit without a name is always a step
   * of its own.
   */
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
