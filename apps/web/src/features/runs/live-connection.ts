import { livePath } from '@parley/contract';
import { readToken } from '#/lib/jwt.ts';
import { createLiveClient } from './live.ts';

/** The one live socket of this tab. */
export const live = createLiveClient({
  url: new URL(livePath, location.origin).href.replace(/^http/, 'ws'),
  getToken: async () => readToken(),
});
