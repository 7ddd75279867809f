import { useEffect, useRef, useState } from 'react';

/**
 * Props of a text field that applies each keystroke. While focused, it shows the typed text, even if the suite formats it
 * differently or cannot accept it yet; an edit from elsewhere, such as undo, replaces it. If it is left with an invalid text,
 * such as another item's name, it returns to its value from before, because the intermediate values were incomplete.
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
