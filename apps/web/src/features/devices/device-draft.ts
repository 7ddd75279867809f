/** Draft of the device form, and its conversion to the server's input. */
import {
  type BrowserProfile,
  type Device,
  type DevicePlatform,
  type DeviceSettings,
  devices,
  type Locale,
} from '@parley/contract';
import { browsers } from './browsers.ts';

export interface DeviceDraft {
  platform: DevicePlatform;
  name: string;
  locale: string;
  concurrencyLimit: string;
  browser: BrowserProfile;
  width: string;
  height: string;
  callerKind: 'number' | 'sip';
  number: string;
  address: string;
  trunk: string;
  voiceId: string;
}

type DraftField = Exclude<keyof DeviceDraft, 'platform' | 'callerKind'>;

export type DraftErrors = Partial<Record<DraftField, string>>;

export interface DeviceInput {
  name: string;
  locale: string;
  concurrencyLimit: number;
  settings: DeviceSettings;
}

const localeDefault = 'en-US';

export function newDraft(locales: readonly Locale[]): DeviceDraft {
  const locale = locales.find(({ id }) => id === localeDefault) ?? locales[0];
  const browser = 'chrome-windows';
  return {
    platform: 'webchat',
    name: '',
    locale: locale?.id ?? localeDefault,
    concurrencyLimit: '5',
    ...visitorDraft(browser),
    callerKind: 'number',
    number: '',
    address: '',
    trunk: '',
    voiceId: locale?.defaultVoice ?? '',
  };
}

export function draftOf(device: Device, locales: readonly Locale[]): DeviceDraft {
  const { name, platform, locale, settings } = device;
  const common = { platform, name, locale, concurrencyLimit: String(device.concurrencyLimit) };
  const blank = newDraft(locales);
  if (settings.platform === 'webchat') {
    const { browser, viewport } = settings;
    const { width, height } = viewport;
    return { ...blank, ...common, browser, width: String(width), height: String(height) };
  }
  const { caller, trunk, voiceId } = settings;
  return {
    ...blank,
    ...common,
    callerKind: caller.kind,
    number: caller.kind === 'number' ? caller.number : '',
    address: caller.kind === 'sip' ? caller.address : '',
    trunk: trunk ?? '',
    voiceId,
  };
}

/** Draft fields for a browser with its typical viewport. */
export function visitorDraft(
  browser: BrowserProfile,
): Pick<DeviceDraft, 'browser' | 'width' | 'height'> {
  const { width, height } = browsers[browser].viewport;
  return { browser, width: String(width), height: String(height) };
}

/** Changes the locale. If the locale does not have the selected voice, it also switches to the default voice. */
export function withLocale(draft: DeviceDraft, locale: Locale): DeviceDraft {
  const speaks = locale.phone.voices.some(({ id }) => id === draft.voiceId);
  return { ...draft, locale: locale.id, voiceId: speaks ? draft.voiceId : locale.defaultVoice };
}

/** Parses the draft. Returns the input, or the error messages by field. */
export function readDraft(
  draft: DeviceDraft,
): { input: DeviceInput; errors?: never } | { input?: never; errors: DraftErrors } {
  const { name, locale, concurrencyLimit } = draft;
  const body = {
    name,
    locale,
    concurrencyLimit: Number(concurrencyLimit || Number.NaN),
    settings: settingsOf(draft),
  };
  const parsed = devices.deviceInput.safeParse(body);
  if (parsed.success) return { input: parsed.data };
  const errors: DraftErrors = {};
  for (const { path, message } of parsed.error.issues) {
    const field = fieldAt(path);
    if (field) errors[field] ??= message;
  }
  return { errors };
}

function settingsOf(draft: DeviceDraft): unknown {
  if (draft.platform === 'webchat') {
    const { browser, width, height } = draft;
    const viewport = { width: Number(width || Number.NaN), height: Number(height || Number.NaN) };
    return { platform: 'webchat', browser, viewport };
  }
  const { callerKind: kind, number, address, trunk, voiceId } = draft;
  const caller = kind === 'number' ? { kind, number } : { kind, address };
  return { platform: 'phone', caller, trunk: trunk.trim() === '' ? null : trunk, voiceId };
}

/** The field that a problem belongs to: the last part of its path. */
function fieldAt(path: readonly PropertyKey[]): DraftField | undefined {
  const last = path.at(-1);
  return last === undefined ? undefined : (String(last) as DraftField);
}
