/** News about explorations between processes. They are only hints: receivers read the rows. */

/** A conversation waits for a worker. */
export const waitingTopic = 'explorations:waiting';

/** An exploration has new events. */
export function explorationTopic(explorationId: string): string {
  return `exploration:${explorationId}`;
}
