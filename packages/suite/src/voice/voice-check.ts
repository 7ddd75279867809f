/** What an assertion about timing on a call checks, as plain data in the model of a suite. */

export type VoiceCheck = LimitCheck | StopCheck;

/** Check such as `response < 1.2s` or `dead air <= 3s`. */
export interface LimitCheck {
  kind: 'response' | 'deadAir';
  isEqualAllowed: boolean;
  limitMs: number;
}

/** Check such as `yields within 1s`, after an interruption, or `keeps speaking for 1s`, after a backchannel. */
export interface StopCheck {
  kind: 'yields' | 'goesOn';
  limitMs: number;
}

/** Maximum limit of a check, in milliseconds. */
export const voiceLimitMsMax = 600_000;

/** Time for which they have to go on after a backchannel, unless the check says another one. */
export const goesOnMs = 1000;

export const isStopCheck = (check: VoiceCheck): check is StopCheck =>
  check.kind === 'yields' || check.kind === 'goesOn';

/** @returns the words that a check begins with, which are also its property */
export const voiceCheckName = ({ kind }: VoiceCheck): string => voiceNames[kind];

const voiceNames = {
  response: 'response',
  deadAir: 'dead air',
  yields: 'yields',
  goesOn: 'keeps speaking',
} as const;

/** @returns the check as it is written in a suite, which also reads well in a sentence */
export function printVoiceCheck(check: VoiceCheck): string {
  const name = voiceCheckName(check);
  if (!isStopCheck(check))
    return `${name} ${check.isEqualAllowed ? '<=' : '<'} ${printMs(check.limitMs)}`;
  if (check.kind === 'yields') return `${name} within ${printMs(check.limitMs)}`;
  return check.limitMs === goesOnMs ? name : `${name} for ${printMs(check.limitMs)}`;
}

const printMs = (ms: number): string => (ms % 100 === 0 ? `${ms / 1000}s` : `${ms}ms`);
