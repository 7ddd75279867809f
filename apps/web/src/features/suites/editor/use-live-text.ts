import { useEffect, useRef, useState } from 'react';

/**
 * Props of a text field that writes each keystroke through. While it has the focus it shows what was
 * typed, even where the suite spells that differently or cannot take it yet; an edit from elsewhere,
 * such as undo, replaces it. Left with a text that it cannot be, such as another's name, it is again what it
 * was when it was entered: what was written until then is only half of what was meant.
 */
export function useLiveText(
  value: string,
  onChange: (value: string) => void,
  canBe: (typed: string) => boolean = () => true,
) {
  const [typed, setTyped] = useState<string | null>(null);
  const [seen, setSeen] = useState(value);
  const isOwnEdit = useRef(false);
  const entered = useRef(value);
  if (seen !== value) {
    setSeen(value);
    if (!isOwnEdit.current) setTyped(null);
  }
  useEffect(() => {
    isOwnEdit.current = false;
  });
  const shown = typed ?? value;
  return {
    value: shown,
    onChange(event: { target: { value: string } }) {
      isOwnEdit.current = true;
      setTyped(event.target.value);
      onChange(event.target.value);
    },
    onFocus() {
      entered.current = value;
    },
    onBlur() {
      if (!canBe(shown) && entered.current !== value) onChange(entered.current);
      setTyped(null);
    },
  };
}
