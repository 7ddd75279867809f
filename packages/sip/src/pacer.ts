/** One clock of 20 ms for all streams of the process: a timer for each would cost more than the audio. */

const everyMs = 20;

/** A process that was held up sends what is due, but never more than this at once. */
const catchUpMax = 10;

type Tick = () => void;

const due = new Map<Tick, number>();
let timer: NodeJS.Timeout | undefined;

/** Calls `tick` 50 times a second on average, until the returned function is called. */
export function everyFrame(tick: Tick): () => void {
  due.set(tick, performance.now() + everyMs);
  timer ??= setInterval(run, everyMs / 2);
  return () => {
    due.delete(tick);
    if (due.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function run(): void {
  const now = performance.now();
  for (const [tick, first] of due) {
    let at = first;
    for (let count = 0; at <= now && count < catchUpMax; count++) {
      tick();
      at += everyMs;
    }
    if (due.has(tick)) due.set(tick, at <= now ? now + everyMs : at);
  }
}
