/** What is told about load tests between processes. Hints only: whoever hears them reads the rows. */

/** Shares wait for a worker. */
export const queuedSharesTopic = 'load:queued';

/** A test is to stop at once. */
export const stopTopic = (loadTestId: string) => `load:${loadTestId}`;
