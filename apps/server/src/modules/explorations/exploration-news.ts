/** What is told about explorations between processes. Hints only: whoever hears them reads the rows. */

/** A conversation waits for a worker. */
export const waitingTopic = 'explorations:waiting';

/** An exploration has new events. */
export function explorationTopic(explorationId: string): string {
  return `exploration:${explorationId}`;
}
