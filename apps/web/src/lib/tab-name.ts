import { randomKey } from './random-key.ts';

/**
 * This tab's own name, sent with its changes, so that their news are not taken for changes by
 * others.
 */
export const tabName = randomKey();
