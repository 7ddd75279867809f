/** Notifications about pickers between processes. They are only hints: receivers read the rows. */

/** Topic: a picker waits for a worker. */
export const waitingTopic = 'pickers:waiting';

/** Topic of a picker: a person requested an action or closed it. */
export function pickerTopic(pickerId: string): string {
  return `picker:${pickerId}`;
}
