import { useEffect, useRef, useState } from 'react';

/**
 * Props of a text field that writes each keystroke through. While it has the focus it shows what was
 * typed, even where the suite spells that differently or cannot take it yet; an edit from elsewhere,
 * such as undo, replaces it.
 */
export function useLiveText(value: string, onChange: (value: string) => void) {
  const [typed, setTyped] = useState<string | null>(null);
  const [seen, setSeen] = useState(value);
  const isOwnEdit = useRef(false);
  if (seen !== value) {
    setSeen(value);
    if (!isOwnEdit.current) setTyped(null);
  }
  useEffect(() => {
    isOwnEdit.current = false;
  });
  return {
    value: typed ?? value,
    onChange(event: { target: { value: string } }) {
      isOwnEdit.current = true;
      setTyped(event.target.value);
      onChange(event.target.value);
    },
    onBlur: () => setTyped(null),
  };
}
