import { useRef } from 'react';

/** Reports a rename when the user leaves the field. */
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
