import { useRef } from 'react';

/** Tells of a name once it was rewritten: what it was when the field was entered, and what it is when left. */
export function useRenaming(onRenamed: ((from: string, to: string) => void) | undefined) {
  const entered = useRef('');
  return (name: string) => ({
    onFocus: () => {
      entered.current = name.trim();
    },
    onBlur: () => {
      const from = entered.current;
      const to = name.trim();
      if (from !== '' && to !== '' && from !== to) onRenamed?.(from, to);
    },
  });
}
