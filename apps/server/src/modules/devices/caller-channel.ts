import type { PhoneSettings } from '@parley/contract';
import type { PhoneChannelConfiguration } from '@parley/suite';

/** The channel as a caller uses it; what it says itself stands. */
export function callerChannel(
  channel: PhoneChannelConfiguration,
  { caller, trunk, voiceId }: PhoneSettings,
): PhoneChannelConfiguration {
  const from = caller.kind === 'number' ? caller.number : caller.address;
  return { from, voice: voiceId, ...(trunk !== null && { trunk }), ...channel };
}
