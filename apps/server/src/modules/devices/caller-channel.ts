import type { PhoneSettings } from '@parley/contract';
import type { PhoneChannelConfiguration } from '@parley/suite';

/** Adds the caller's settings to a channel. The channel's own settings take precedence. */
export function callerChannel(
  channel: PhoneChannelConfiguration,
  { caller, trunk, voiceId }: PhoneSettings,
): PhoneChannelConfiguration {
  const from = caller.kind === 'number' ? caller.number : caller.address;
  return { from, voice: voiceId, ...(trunk !== null && { trunk }), ...channel };
}
