/** Notifications about load tests between processes. They are only hints: receivers read the rows. */

/** Topic: shares wait for a worker. */
export const queuedSharesTopic = 'load:queued';

/** Returns the topic of a load test: it must stop immediately. */
export const stopTopic = (loadTestId: string) => `load:${loadTestId}`;
