/** A leg without a network: the test determines what it receives, and when. */
import type { EndedBy, LegListener, MediaLeg } from '../channels/phone/media-leg.ts';
import type { Trunk } from '../channels/phone/phone-settings.ts';

export interface ScriptedLeg {
  leg: MediaLeg;
  /** A trunk that returns this leg for every call. */
  trunk: Trunk;
  /** Delivers samples. `at` is their end, in the time of `performance.now()`. */
  hear(samples: Int16Array, at: number): void;
  end(by: EndedBy): void;
  isListenedTo(): boolean;
}

export function createScriptedLeg(change: Partial<MediaLeg> = {}): ScriptedLeg {
  let listener: LegListener | undefined;
  let endedBy: EndedBy | undefined;
  const end = (by: EndedBy) => {
    if (endedBy) return;
    endedBy = by;
    listener?.onEnd(by);
  };
  const leg: MediaLeg = {
    setupMs: 1,
    ringingMs: undefined,
    codec: 'PCMU',
    tellsEarlyAudio: true,
    isTimed: false,
    listen(by) {
      listener = by;
    },
    play: async () => {},
    press: async () => {},
    stats: () => ({ packetsReceived: 1, packetsLost: 0, jitterMs: 0, largestGapMs: 0 }),
    endedBy: () => endedBy,
    hangUp: async () => end('local'),
    ...change,
  };
  return {
    leg,
    trunk: { name: 'scripted', missing: async () => [], place: async () => leg },
    hear: (samples, at) => listener?.onAudio(samples, at),
    end,
    isListenedTo: () => listener !== undefined,
  };
}
