/**
 * Equipment that a machine needs besides Parley to run a suite: a phone line, speech programs, a browser. It is checked in
 * advance, so that a run goes to a machine that has it, or does not start at all. Only equipment that is certainly missing is
 * reported; other problems appear when the conversation is opened.
 */
import type { ChannelConfiguration } from '@parley/suite';
import { isBrowserMissing } from './channels/browser/find-chromium.ts';
import type { BrowserSettings } from './channels/browser/run-browser.ts';
import type { PhoneSettings } from './channels/phone/phone-settings.ts';

/** Kinds of equipment. `calls`: calling is allowed; `trunk`: there is a trunk for telephone numbers. */
const equipment = ['calls', 'trunk', 'speaking', 'understanding', 'browser'] as const;

export type Equipment = (typeof equipment)[number];

/** Equipment without which the conversations of a channel cannot be opened. */
export function equipmentFor(channel: ChannelConfiguration): Equipment[] {
  if (channel.kind === 'browser') return ['browser'];
  if (channel.kind !== 'phone') return [];
  // The value of a template is unknown until it is filled in.
  const isNumber = !/^\s*sips?:|\{\{/i.test(channel.to);
  const needsTrunk = isNumber && !channel.trunk;
  return ['calls', ...(needsTrunk ? ['trunk' as const] : []), 'speaking', 'understanding'];
}

export interface Equipped {
  browser?: BrowserSettings | undefined;
  phone?: PhoneSettings | undefined;
}

/** Equipment that this machine certainly lacks. */
export async function missingEquipment({ browser, phone }: Equipped): Promise<Equipment[]> {
  const speech = new Set((await phone?.speech.missing())?.map(({ purpose }) => purpose));
  const isMissing: Record<Equipment, boolean> = {
    calls: !phone || phone.allow.length === 0,
    trunk: !phone || phone.trunks.length === 0,
    speaking: speech.has('to speak'),
    understanding: speech.has('to understand'),
    browser: await isBrowserMissing(browser?.program),
  };
  return equipment.filter((one) => isMissing[one]);
}
