import { livePath } from '@parley/contract';
import { readToken } from '../jwt.ts';
import { useAuthStore } from '../session/auth-store.ts';
import { oldestStored } from '../stored-lists.ts';
import { createLiveClient } from './live.ts';

/** The live socket of this tab. */
export const live = createLiveClient({
  url: new URL(livePath, location.origin).href.replace(/^http/, 'ws'),
  getToken: async () => readToken(),
  oldestStored,
});

// A socket has the rights of the user who opened it.
useAuthStore.subscribe(({ user }, before) => {
  if (user?.id !== before.user?.id) live.reset();
});
