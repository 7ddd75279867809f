import { useEffect, useRef, useState } from 'react';

/**
 * Props for a text field that applies every keystroke. While it has the focus, it shows the typed text, even if the suite
 * formats the value differently or cannot accept it yet. A change from elsewhere, such as undo, replaces the typed text. If
 * the user leaves the field with an invalid text, such as the name of another item, the value from before is restored,
 * because values in between were incomplete.
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
