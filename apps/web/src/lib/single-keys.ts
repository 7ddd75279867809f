/**
 * Setting for single-key shortcuts, such as `n`. Users can turn them off, because speech input can trigger them by accident.
 */
import { create } from 'zustand';

const storageKey = 'single-keys';

const useSingleKeysStore = create(() => ({ isOn: localStorage.getItem(storageKey) !== 'off' }));

export const useSingleKeysSetting = (): boolean => useSingleKeysStore(({ isOn }) => isOn);

export function setSingleKeys(isOn: boolean): void {
  if (isOn) localStorage.removeItem(storageKey);
  else localStorage.setItem(storageKey, 'off');
  useSingleKeysStore.setState({ isOn });
}
