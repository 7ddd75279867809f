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

/**
 * @returns an interjection's key as printed in a suite, without its text: `interrupt after 0.8s`, or `interrupt after 850ms`
 */
export const interjectionName = ({ kind, afterMs }: Interjection): string =>
  `${kind} after ${afterMs % 100 === 0 ? `${afterMs / 1000}s` : `${afterMs}ms`}`;
