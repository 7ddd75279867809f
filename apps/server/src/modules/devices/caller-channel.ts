import type { PhoneSettings } from '@parley/contract';
import type { PhoneChannelConfiguration } from '@parley/suite';

/** The channel with the caller's settings; its own settings take precedence. */
export function callerChannel(
  channel: PhoneChannelConfiguration,
  { caller, trunk, voiceId }: PhoneSettings,
): PhoneChannelConfiguration {
  const from = caller.kind === 'number' ? caller.number : caller.address;
  return { from, voice: voiceId, ...(trunk !== null && { trunk }), ...channel };
}
