/** What an assertion about timing on a call asks for. Plain data, as it stands in the model of a suite. */

export type VoiceCheck =
  /** `response < 1.2s`, `dead air <= 3s` */
  { kind: 'response' | 'deadAir'; isEqualAllowed: boolean; limitMs: number };

/** The largest limit that a check can have. */
export const voiceLimitMsMax = 600_000;

/** @returns the words that a check begins with, which are also its property */
export const voiceCheckName = ({ kind }: VoiceCheck): string => voiceNames[kind];

const voiceNames = { response: 'response', deadAir: 'dead air' } as const;

/** @returns the check as it is written in a suite, which also reads well in a sentence */
export const printVoiceCheck = (check: VoiceCheck): string =>
  `${voiceCheckName(check)} ${check.isEqualAllowed ? '<=' : '<'} ${printMs(check.limitMs)}`;

const printMs = (ms: number): string => (ms % 100 === 0 ? `${ms / 1000}s` : `${ms}ms`);
