import { useState } from 'react';

interface Held<Value> {
  shown: Value;
  /** True if a newer value is available. */
  isBehind: boolean;
  show: () => void;
}

/** Freezes a value while the user points at it or works in it, so that nothing moves under the pointer. */
export function useHeld<Value>(value: Value, isHeld: boolean): Held<Value> {
  const [kept, setKept] = useState(value);
  if (!isHeld && kept !== value) setKept(value);
  const shown = isHeld ? kept : value;
  return { shown, isBehind: shown !== value, show: () => setKept(value) };
}
