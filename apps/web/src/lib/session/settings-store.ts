import { catalogue, type Locale, type Plan } from '@parley/contract';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { call } from '../api.ts';

const cachedForMs = 3_600_000;

type Voice = Locale['phone']['voices'][number];

export interface SettingsState {
  plans: Plan[];
  locales: Locale[];
  /** Not persisted; loaded once per page load. */
  voices: Voice[];
  lastFetched: number | null;
  isLoading: boolean;
  error: string | null;
}

/** Plans, locales and voices. Plans, locales and their loading time are persisted under `settings`. */
export const useSettingsStore = create<SettingsState>()(
  persist(
    (): SettingsState => ({
      plans: [],
      locales: [],
      voices: [],
      lastFetched: null,
      isLoading: false,
      error: null,
    }),
    {
      name: 'settings',
      partialize: ({ plans, locales, lastFetched }) => ({ plans, locales, lastFetched }),
    },
  ),
);

/** Loads the settings unless the cached ones are less than an hour old. After a failure, the cached settings stay. */
export async function loadSettings(): Promise<void> {
  const { isLoading, lastFetched, voices } = useSettingsStore.getState();
  const isFresh = lastFetched !== null && Date.now() - lastFetched < cachedForMs;
  if (isLoading || (isFresh && voices.length > 0)) return;
  useSettingsStore.setState({ isLoading: true, error: null });
  try {
    const settings = await call(catalogue.getSettings, {});
    useSettingsStore.setState({ ...settings, lastFetched: Date.now() });
  } catch {
    useSettingsStore.setState({ error: 'Failed to load settings' });
  } finally {
    useSettingsStore.setState({ isLoading: false });
  }
}

/** Display name of a plan. Unknown plans get the specified fallback. */
export function planName(plans: Plan[], planId: string | null | undefined): string {
  return plans.find(({ id }) => id === planId)?.name ?? 'Contact Centers';
}
