import { limits } from '../../limits.ts';
import type { StopSignal } from '../../run-stop.ts';

const waiting: (() => void)[] = [];
let slotsLeft: number = limits.pagesMax;

/**
 * Waits until this process may open one more page: each costs some hundred MB, whoever asks for it.
 * Gives how to hand the slot on; throws when the run is stopped before.
 */
export async function takeSlot(stop: StopSignal): Promise<() => void> {
  if (slotsLeft > 0) slotsLeft -= 1;
  else await turn(stop);
  let isTaken = true;
  return () => {
    if (!isTaken) return;
    isTaken = false;
    const next = waiting.shift();
    if (next) next();
    else slotsLeft += 1;
  };
}

async function turn(stop: StopSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  waiting.push(resolve);
  const forget = stop.whenStopped(resolve);
  await promise;
  forget();
  if (!stop.isStopped()) return;
  const place = waiting.indexOf(resolve);
  // The slot may have come together with the end of the run; then it goes on to the next.
  if (place >= 0) waiting.splice(place, 1);
  else if (waiting.length > 0) waiting.shift()?.();
  else slotsLeft += 1;
  stop.throwIfStopped();
}
