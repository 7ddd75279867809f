import { randomKey } from './random-key.ts';

/** This tab's own name, sent with its changes, so that news of them is not mistaken for changes by others. */
export const tabName = randomKey();
