/** News about load tests between processes. They are only hints: receivers read the rows. */

/** Shares wait for a worker. */
export const queuedSharesTopic = 'load:queued';

/** Announces that a test must stop immediately. */
export const stopTopic = (loadTestId: string) => `load:${loadTestId}`;
