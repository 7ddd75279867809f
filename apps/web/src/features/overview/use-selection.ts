import { useState } from 'react';

export interface Selection {
  /** Ids of the selected items that are displayed, in display order. */
  ids: string[];
  has: (id: string) => boolean;
  /** Selects or deselects an item. With `isRange`, the same applies to all items between it and the previous one. */
  set: (id: string, isSelected: boolean, isRange: boolean) => void;
  setAll: (isSelected: boolean) => void;
  /** Selects exactly these ids. */
  keep: (ids: readonly string[]) => void;
}

/** Selection in a list. Hidden items do not count, so that nobody acts on items that they cannot see. */
export function useSelection(shown: readonly string[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [anchor, setAnchor] = useState<string>();
  const has = (id: string) => chosen.has(id);
  return {
    ids: shown.filter(has),
    has,
    set(id, isSelected, isRange) {
      const [from, to] = [isRange && anchor ? shown.indexOf(anchor) : -1, shown.indexOf(id)];
      const range = from === -1 ? [id] : shown.slice(Math.min(from, to), Math.max(from, to) + 1);
      const next = new Set(shown.filter(has));
      for (const one of range) isSelected ? next.add(one) : next.delete(one);
      setChosen(next);
      setAnchor(id);
    },
    setAll: (isSelected) => setChosen(new Set(isSelected ? shown : [])),
    keep: (ids) => setChosen(new Set(ids)),
  };
}
