/** Why a run ends before its tests do. */
export type StopReason =
  | { kind: 'cancelled' }
  | { kind: 'overdue' }
  /** An event could not be taken. */
  | { kind: 'broken'; error: unknown };

/**
 * Ends conversations at once. It does what an AbortSignal does: each conversation listens to it, and
 * listening to an AbortSignal takes longer than to match a reply.
 */
export interface StopSignal {
  isStopped(): boolean;
  throwIfStopped(): void;
  /** Calls `hangUp` when it is stopped, at once where it is already; returns how to take that back. */
  whenStopped(hangUp: () => void): () => void;
}

/** The one signal that ends a run: by its caller, its time, or an event that nobody takes. */
export interface RunStop extends StopSignal, Disposable {
  reason(): StopReason | undefined;
  stop(reason: StopReason): void;
}

export function createRunStop(cancel: AbortSignal, timeoutMs: number): RunStop {
  const listening = new Set<() => void>();
  let reason: StopReason | undefined;

  function stop(why: StopReason) {
    reason ??= why;
    for (const hangUp of listening) hangUp();
    listening.clear();
  }

  const onCancel = () => stop({ kind: 'cancelled' });
  if (cancel.aborted) onCancel();
  cancel.addEventListener('abort', onCancel);
  const timer = setTimeout(() => stop({ kind: 'overdue' }), timeoutMs);
  return {
    stop,
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
      clearTimeout(timer);
      cancel.removeEventListener('abort', onCancel);
    },
  };
}
