/** One clock of 20 ms for all streams of the process, because a timer for each would cost more than the audio itself. */

const everyMs = 20;

/** Maximum number of frames to catch up in one go after the process was delayed. */
const catchUpMax = 10;

type Tick = () => void;

interface Paced {
  /** When the next frame is due, by `performance.now()`. */
  at: number;
  onThrow: (error: unknown) => void;
}

const paced = new Map<Tick, Paced>();
let timer: NodeJS.Timeout | undefined;

/**
 * Calls `tick` 50 times a second on average, until the returned function is called. If `tick` throws, `onThrow` gets the error
 * and `tick` is not called again, because all streams share the clock.
 */
export function everyFrame(tick: Tick, onThrow: Paced['onThrow']): () => void {
  paced.set(tick, { at: performance.now() + everyMs, onThrow });
  timer ??= setInterval(run, everyMs / 2);
  return () => stop(tick);
}

function stop(tick: Tick): void {
  paced.delete(tick);
  if (paced.size > 0) return;
  clearInterval(timer);
  timer = undefined;
}

function run(): void {
  const now = performance.now();
  for (const [tick, one] of paced) {
    try {
      catchUp(tick, one, now);
    } catch (error) {
      stop(tick);
      one.onThrow(error);
    }
  }
}

function catchUp(tick: Tick, one: Paced, now: number): void {
  for (let count = 0; one.at <= now && count < catchUpMax; count++) {
    tick();
    one.at += everyMs;
  }
  if (one.at <= now) one.at = now + everyMs;
}
