import { useState } from 'react';

interface Draft<Value> {
  draft: Value;
  /** Changes the given fields and keeps the others. */
  change: (part: Partial<Value>) => void;
  /** True if the draft differs from the initial values. */
  isDirty: boolean;
}

/** Holds the draft of a form, starting with its initial values. */
export function useDraft<Value extends object>(begin: () => Value): Draft<Value> {
  const [first] = useState(begin);
  const [draft, setDraft] = useState(first);
  return {
    draft,
    change: (part) => setDraft((before) => ({ ...before, ...part })),
    isDirty: draft !== first && JSON.stringify(draft) !== JSON.stringify(first),
  };
}
