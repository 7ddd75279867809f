/** What an assertion about a call checks, as plain data in the model of a suite. */
import type { LineClass } from './line-facts.ts';

export type VoiceCheck = LimitCheck | StopCheck | LineCheck | ScoreCheck;

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

/** Check such as `line is: voicemail`, or `line is not: voicemail`. */
export interface LineCheck {
  kind: 'line';
  class: LineClass;
  isNegated: boolean;
}

/** Check such as `network mos > 3.8`: the mean opinion score that the network allows the far side's audio. */
export interface ScoreCheck {
  kind: 'mos';
  isEqualAllowed: boolean;
  least: number;
}

/** Largest score that a check can demand: a call over the telephone network has at most 4.41. */
export const bestScore = 4.4;

/** Maximum limit of a check, in milliseconds. */
export const voiceLimitMsMax = 600_000;

/** Time for which they have to go on after a backchannel, unless the check says another one. */
export const goesOnMs = 1000;

export const isStopCheck = (check: VoiceCheck): check is StopCheck =>
  check.kind === 'yields' || check.kind === 'goesOn';

/** @returns the words that a check begins with, which are also its property */
export const voiceCheckName = (check: VoiceCheck): string =>
  check.kind === 'line' ? lineCheckName(check) : voiceNames[check.kind];

const lineCheckName = ({ isNegated }: Pick<LineCheck, 'isNegated'>): string =>
  isNegated ? 'line is not' : 'line is';

const voiceNames = {
  response: 'response',
  deadAir: 'dead air',
  yields: 'yields',
  goesOn: 'keeps speaking',
  mos: 'network mos',
} as const;

/** @returns the check as it is written in a suite */
export function printVoiceCheck(check: VoiceCheck): string {
  const name = voiceCheckName(check);
  if (check.kind === 'line') return `${name}: ${check.class}`;
  if (check.kind === 'mos') return `${name} ${check.isEqualAllowed ? '>=' : '>'} ${check.least}`;
  if (!isStopCheck(check))
    return `${name} ${check.isEqualAllowed ? '<=' : '<'} ${printMs(check.limitMs)}`;
  if (check.kind === 'yields') return `${name} within ${printMs(check.limitMs)}`;
  return check.limitMs === goesOnMs ? name : `${name} for ${printMs(check.limitMs)}`;
}

/** @returns the check as it reads in a sentence */
export const describeVoiceCheck = (check: VoiceCheck): string =>
  check.kind === 'line' ? `${lineCheckName(check)} ${check.class}` : printVoiceCheck(check);

const printMs = (ms: number): string => (ms % 100 === 0 ? `${ms / 1000}s` : `${ms}ms`);
