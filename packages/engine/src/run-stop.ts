/** Reasons for ending a run before its tests do. */
export type StopReason =
  | { kind: 'cancelled' }
  | { kind: 'overdue' }
  /** An event could not be stored. */
  | { kind: 'broken'; error: unknown };

/**
 * Ends conversations immediately. It replaces an AbortSignal, because every conversation subscribes to it, and subscribing to
 * an AbortSignal takes longer than matching a reply.
 */
export interface StopSignal {
  isStopped(): boolean;
  throwIfStopped(): void;
  /**
   * Calls `hangUp` when the run is stopped, or immediately if it already is.
   *
   * @returns a function that unsubscribes
   */
  whenStopped(hangUp: () => void): () => void;
}

/** Ends a run when its caller cancels it, its time is up, or an event cannot be stored. */
export interface RunStop extends StopSignal, Disposable {
  reason(): StopReason | undefined;
  stop(reason: StopReason): void;
  /** Pauses the time limit until the returned function is called. Pauses extend it by a day at most. */
  pause(): () => void;
}

const pausesMsMax = 24 * 60 * 60_000;

export function createRunStop(cancel: AbortSignal, timeoutMs: number): RunStop {
  const listening = new Set<() => void>();
  let reason: StopReason | undefined;
  let isOver = false;

  function stop(why: StopReason) {
    reason ??= why;
    for (const hangUp of listening) hangUp();
    listening.clear();
  }

  const onCancel = () => stop({ kind: 'cancelled' });
  if (cancel.aborted) onCancel();
  cancel.addEventListener('abort', onCancel);
  const end = () => stop({ kind: 'overdue' });
  const lastTimer = setTimeout(end, timeoutMs + pausesMsMax);
  let leftMs = timeoutMs;
  let goesOnFrom = performance.now();
  let timer = setTimeout(end, leftMs);
  let pauses = 0;
  return {
    stop,
    pause() {
      if (pauses++ === 0) {
        clearTimeout(timer);
        leftMs -= performance.now() - goesOnFrom;
      }
      return () => {
        if (--pauses > 0 || isOver) return;
        goesOnFrom = performance.now();
        timer = setTimeout(end, leftMs);
      };
    },
    reason: () => reason,
    isStopped: () => reason !== undefined,
    throwIfStopped() {
      if (reason) throw new Error(`The run was ${reason.kind}.`);
    },
    whenStopped(hangUp) {
      if (reason) hangUp();
      else listening.add(hangUp);
      return () => listening.delete(hangUp);
    },
    [Symbol.dispose]() {
      isOver = true;
      clearTimeout(timer);
      clearTimeout(lastTimer);
      cancel.removeEventListener('abort', onCancel);
    },
  };
}
