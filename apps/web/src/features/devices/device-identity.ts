import type { Device } from '@parley/contract';
import { browsers } from './browsers.ts';

/** Summarizes in one line how the bot sees the device. */
export function deviceIdentity({ settings }: Pick<Device, 'settings'>): string {
  if (settings.platform === 'phone') {
    return settings.caller.kind === 'number' ? settings.caller.number : settings.caller.address;
  }
  const { width, height } = settings.viewport;
  return `${browsers[settings.browser].label}, ${width} × ${height}`;
}
