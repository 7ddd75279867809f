/** Detects what a prompt is, regardless of its words: music, a recorder's beep, or endless speech. */
import type { Failure } from '@parley/suite';
import { hasBeep } from './beep.ts';
import { beeped, endlessPrompt, music } from './explain-call.ts';
import type { Prompt } from './phone-line.ts';

/** Minimum duration of speech without a breath that counts as music, in milliseconds. */
const breathlessMs = 6_000;
const breathMs = 120;

export function noticeOf(prompt: Prompt): Failure | undefined {
  const isBreathless = prompt.speechMs >= breathlessMs && prompt.longestPauseMs < breathMs;
  if (isBreathless) return music();
  if (hasBeep(prompt.ending)) return beeped();
  return prompt.end === 'limit' ? endlessPrompt(Math.round(prompt.speechMs / 1000)) : undefined;
}

const phrases =
  /\b(?:voice ?mail|mail ?box|(?:leave|record) (?:a|your|me a|us a)? ?message|after the (?:tone|beep)|not available to take your call)\b/i;

/** @returns true if the text sounds like a recorder. Menus use the same words, so the words alone do not decide. */
export const speaksOfRecording = (text: string): boolean => phrases.test(text);
