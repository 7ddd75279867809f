/** Messages between the server's thread and the database's thread. */

/**
 * Messages to the database's thread. `connection` tells whose answer it is: the pool may open a connection while an older one
 * ends.
 */
export type ToWorker =
  | { type: 'send'; connection: number; bytes: Uint8Array }
  | { type: 'hang-up'; connection: number }
  | { type: 'copy'; to: string }
  | { type: 'close' };

export type FromWorker =
  | { type: 'open' }
  | { type: 'failed'; message: string }
  | { type: 'receive'; connection: number; bytes: Uint8Array }
  /** `problem` is null if the copy is complete. */
  | { type: 'copied'; to: string; problem: string | null }
  | { type: 'closed' };

export interface WorkerInput {
  folder: string;
}
