/** What a prompt is when it is not what was hoped for: music, a voicemail, a line that goes dead. */
import { shareOf } from '@parley/sip';
import type { Failure } from '@parley/suite';
import { endlessPrompt, music, voicemail } from './explain-call.ts';
import type { Prompt } from './phone-line.ts';

/** Nobody speaks this long without a breath. */
const breathlessMs = 6_000;
const breathMs = 120;

export function noticeOf(prompt: Prompt, text: string): Failure | undefined {
  const isBreathless = prompt.speechMs >= breathlessMs && prompt.longestPauseMs < breathMs;
  if (isBreathless) return music();
  if (isVoicemail(prompt, text)) return voicemail();
  return prompt.end === 'limit' ? endlessPrompt(Math.round(prompt.speechMs / 1000)) : undefined;
}

const phrases =
  /\b(?:voice ?mail|mail ?box|(?:leave|record) (?:a|your|me a|us a)? ?message|after the (?:tone|beep)|not available to take your call)\b/i;

function isVoicemail({ samples }: Prompt, text: string): boolean {
  return phrases.test(text) || endsInBeep(samples);
}

const beepMs = 250;

/** One clear tone at the end is what a recorder begins with. */
function endsInBeep(samples: Int16Array): boolean {
  const window = beepMs * 8;
  // The silence that was kept behind the prompt is left out.
  let end = samples.length;
  while (end > 0 && Math.abs(samples[end - 1] ?? 0) < 200) end--;
  const tail = samples.subarray(Math.max(0, end - window), end);
  if (tail.length < window) return false;
  for (let frequency = 400; frequency <= 2000; frequency += 3) {
    if (shareOf(frequency, tail) > 0.85) return true;
  }
  return false;
}
