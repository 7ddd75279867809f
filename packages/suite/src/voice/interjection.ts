/** Words that we speak on a call while the far side does. Version 2 of the syntax. */
export interface Interjection {
  /** An interruption wants them to stop; a backchannel, such as "mhm", wants them to go on. */
  kind: 'interrupt' | 'backchannel';
  /** Milliseconds after the start of their speech. */
  afterMs: number;
  text: string;
}

/** The longest wait. */
export const interjectionMsMax = 60_000;

/** @returns the words before its text, as they are written in a suite: `interrupt after 800ms` */
export const interjectionName = ({ kind, afterMs }: Interjection): string =>
  `${kind} after ${afterMs % 100 === 0 ? `${afterMs / 1000}s` : `${afterMs}ms`}`;
