import { randomKey } from './random-key.ts';

/** Random name of this tab. It is sent with changes, so that the tab can tell its own changes from those of others. */
export const tabName = randomKey();
