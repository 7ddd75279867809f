/** News about pickers between processes. They are only hints: receivers read the rows. */

/** A picker waits for a worker. */
export const waitingTopic = 'pickers:waiting';

/** A person did something in a picker, or closed it. */
export function pickerTopic(pickerId: string): string {
  return `picker:${pickerId}`;
}
