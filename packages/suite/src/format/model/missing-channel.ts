import { shorten } from './shorten.ts';
import type { SuiteConfiguration } from './suite.ts';

/** Explains that a suite has no channel, and where to configure it. Used wherever a suite without a channel is refused. */
export function missingChannel({
  platform,
  agent,
}: Pick<SuiteConfiguration, 'platform' | 'agent'>): { message: string; hint: string } {
  if (agent !== undefined)
    return {
      message: `There is no agent "${shorten(agent)}".`,
      hint: 'Create it in the project, or correct the name.',
    };
  return platform === 'phone'
    ? {
        message: 'The test suite does not specify which phone line to call.',
        hint: "Enter the number or SIP address on the Connection tab, or add a channel to its configuration, for example { kind: phone, to: '+1 202 555 0123' }.",
      }
    : {
        message: 'The test suite does not specify how to reach its bot.',
        hint: 'Enter its address on the Connection tab, or add a channel to its configuration, for example { kind: http, url: https://bot.example/message }.',
      };
}
