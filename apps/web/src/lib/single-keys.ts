/** Setting for single keys, such as `n` on a page. They can be turned off: speech input types them by accident. */
import { create } from 'zustand';

const storageKey = 'single-keys';

const useSingleKeysStore = create(() => ({ isOn: localStorage.getItem(storageKey) !== 'off' }));

export const useSingleKeysSetting = (): boolean => useSingleKeysStore(({ isOn }) => isOn);

export function setSingleKeys(isOn: boolean): void {
  if (isOn) localStorage.removeItem(storageKey);
  else localStorage.setItem(storageKey, 'off');
  useSingleKeysStore.setState({ isOn });
}
