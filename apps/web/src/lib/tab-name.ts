import { randomKey } from './random-key.ts';

/** This tab's own name: what it changes carries it, so that news of it are not taken for somebody else's. */
export const tabName = randomKey();
