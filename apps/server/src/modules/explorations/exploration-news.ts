/** Notifications about explorations between processes. They are only hints: receivers read the rows. */

/** Topic: a conversation waits for a worker. */
export const waitingTopic = 'explorations:waiting';

/** Returns the topic of an exploration: it has new events. */
export function explorationTopic(explorationId: string): string {
  return `exploration:${explorationId}`;
}
