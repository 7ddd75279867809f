/** Converts a target in Bespoken's settings (a phone number, or a page with selectors) to a channel. */
import { canonicalJson } from '../model/canonical-json.ts';
import type { ChannelConfiguration } from '../model/channel-configuration.ts';
import { shorten } from '../model/shorten.ts';
import type { Json, SuiteConfiguration } from '../model/suite.ts';
import type { ImportLoss } from './import-report.ts';

type Settings = Record<string, Json>;

/** Settings that contain others. If a key occurs several times, the last one counts. */
const groups = ['extraParameters', 'virtualDeviceConfig'];
const pageKeys = ['url', 'inputSelector', 'replySelector', 'widgetSelector'] as const;
const targetKeys = ['phoneNumber', ...pageKeys];

interface Target {
  channel?: ChannelConfiguration;
  /** Keys whose settings the channel now contains. */
  taken: readonly string[];
  /** Why a setting was not imported, or what the user still has to do, by key. */
  reasons: Record<string, string>;
}

/**
 * Moves targets from the extra settings of a configuration to its channel. Settings that cannot be converted stay in place and
 * are reported.
 * @param platform as written, even if Parley does not support it
 */
export function takeTargets(
  configuration: SuiteConfiguration,
  platform: Json | undefined = configuration.platform,
): { configuration: SuiteConfiguration; losses: ImportLoss[] } {
  const { extra = {} } = configuration;
  const found = targetsIn(extra);
  if (Object.keys(found).length === 0) return { configuration, losses: [] };
  const { channel, taken, reasons } = targetOf(found, configuration, platform);
  const losses = Object.entries(found).flatMap(([key, value]): ImportLoss[] => {
    const reason = reasons[key] ?? (taken.includes(key) ? undefined : notUsed);
    return reason ? [{ what: shorten(`${key}: ${canonicalJson(value)}`), reason }] : [];
  });
  const { extra: _, ...others } = configuration;
  const left = without(extra, taken);
  return {
    configuration: {
      ...others,
      ...(channel && { channel }),
      ...(Object.keys(left).length > 0 && { extra: left }),
    },
    losses,
  };
}

/** @returns Bespoken's settings for a channel, to write in addition to those in `extra` */
export function targetSettings({ channel, extra = {} }: SuiteConfiguration): Settings {
  if (channel?.kind === 'phone') return { phoneNumber: channel.to };
  if (channel?.kind !== 'browser') return {};
  const [first] = channel.open ?? [];
  // Bespoken has no setting for the iframe around the widget.
  const widgetSelector = typeof first === 'string' ? first : undefined;
  return {
    extraParameters: {
      ...(isObject(extra.extraParameters) ? extra.extraParameters : {}),
      url: channel.url,
      ...(channel.input !== undefined && { inputSelector: channel.input }),
      ...(channel.reply !== undefined && { replySelector: channel.reply }),
      ...(widgetSelector !== undefined && { widgetSelector }),
    },
  };
}

export const notUsed = 'Parley does not use it. It is kept, and exports include it.';

function targetsIn(extra: Settings): Settings {
  const all = [extra, ...groups.map((group) => extra[group])].filter(isObject);
  const found: Settings = {};
  for (const settings of all)
    for (const key of targetKeys)
      if (Object.hasOwn(settings, key)) found[key] = settings[key] as Json;
  return found;
}

function targetOf(
  found: Settings,
  { channel, locale }: SuiteConfiguration,
  platform: Json | undefined,
): Target {
  if (channel !== undefined) {
    const target = targetOf(found, locale === undefined ? {} : { locale }, platform);
    const isSame = canonicalJson(target.channel) === canonicalJson(channel);
    return isSame ? { taken: target.taken, reasons: {} } : nothing(found, whyOwnChannel);
  }
  const page = platform === 'phone' || platform === 'twilio' ? undefined : pageOf(found);
  if (page) return page;
  const isCalled = platform === undefined || platform === 'phone' || platform === 'twilio';
  if (found.phoneNumber === undefined || !isCalled) return nothing(found, whyNoTarget);
  return phoneOf(found, locale);
}

const nothing = (found: Settings, reason: string): Target => ({
  taken: [],
  reasons: Object.fromEntries(Object.keys(found).map((key) => [key, reason])),
});

const whyOwnChannel = 'The suite already specifies under channel how to reach the bot.';

const whyNoTarget =
  'It does not specify a channel: a page needs url, inputSelector and replySelector, and numbers are called in phone tests only. Specify under channel how to reach the bot.';

function pageOf(found: Settings): Target | undefined {
  const [url, input, reply, widget] = pageKeys.map((key) => found[key]);
  const isPage = typeof url === 'string' && /^https?:\/\//.test(url);
  if (!isPage || !isText(input) || !isText(reply)) return undefined;
  const open = isText(widget) ? { open: [widget] } : {};
  return {
    channel: { kind: 'browser', url, ...open, input, reply },
    taken: open.open ? pageKeys : pageKeys.slice(0, 3),
    reasons: {},
  };
}

function phoneOf(found: Settings, locale: string | undefined): Target {
  const written = String(found.phoneNumber).trim();
  const to = international(written, locale);
  const reason = 'It has no country code. Write the number as +… under channel, to.';
  return {
    channel: { kind: 'phone', to },
    taken: ['phoneNumber'],
    reasons: /^\+|^sips?:/i.test(to) ? {} : { phoneNumber: reason },
  };
}

/** Adds the country code to a North American number. The locale, by default en-US, decides if the number is one. */
function international(number: string, locale = 'en-US'): string {
  const digits = number.replace(/[\s().-]/g, '');
  const isNational = /-(?:US|CA)$/i.test(locale) && /^1?[2-9]\d{9}$/.test(digits);
  return isNational ? `+1${digits.slice(-10)}` : number;
}

/** Removes the targets from a setting. @returns undefined if nothing remains */
export function withoutTargets(key: string, value: Json): Json | undefined {
  return without({ [key]: value }, targetKeys)[key];
}

function without(settings: Settings, keys: readonly string[]): Settings {
  const entries = Object.entries(settings).flatMap(([key, value]): [string, Json][] => {
    if (keys.includes(key)) return [];
    if (!groups.includes(key) || !isObject(value)) return [[key, value]];
    const left = Object.entries(value).filter(([name]) => !keys.includes(name));
    return left.length > 0 ? [[key, Object.fromEntries(left)]] : [];
  });
  return Object.fromEntries(entries);
}

const isText = (value: Json | undefined): value is string =>
  typeof value === 'string' && value.trim() !== '';

const isObject = (value: Json | undefined): value is Settings =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
