/** Masks values wherever they occur in stored data of a conversation, so that secrets are never shown. */
import {
  asLiteral,
  type ChannelConfiguration,
  fillTemplate,
  secretPrefix,
  type Values,
  withoutWildcards,
} from '@parley/suite';
import { formsOf } from './forms-of.ts';

export interface Mask {
  /** Hides a value everywhere. For "Bearer abc", hides its last part, too. */
  hide(secret: string): void;
  /** Masks a text. */
  inText(text: string): string;
  /** Masks the texts in plain data; returns the same data if nothing is masked. */
  inData<T>(data: T): T;
  /** Masks data that somebody else wrote, including its keys and numbers. Returns the same data if nothing is masked. */
  inForeign<T>(data: T): T;
  /** @returns true if nothing is hidden */
  isEmpty(): boolean;
}

export const maskMark = '***';

/** Pattern for the names of headers, fields and parameters whose values are secret. */
export const secretName = 'auth|cookie|credential|key|passw|secret|session|sig|token';
export const isSecretName = new RegExp(secretName, 'i');

/** Minimum length of a masked value; shorter ones would blank out half of a text. */
export const secretLengthMin = 6;

export function createMask(): Mask {
  const secrets = new Set<string>();
  /** The secrets in every form, longest first; undefined until the next text is masked. */
  let forms: readonly string[] | undefined = [];

  function hide(secret: string) {
    // Formatted output indents each line, so a secret of several lines does not occur as a whole.
    const lines = secret.includes('\n') ? secret.split(/\r?\n/).filter(isLongLine) : [];
    for (const value of [
      secret,
      ...literalForms(secret),
      secret.split(' ').at(-1) ?? '',
      ...lines,
    ]) {
      if (value.length < secretLengthMin || secrets.has(value)) continue;
      secrets.add(value);
      forms = undefined;
    }
  }

  function inText(text: string): string {
    forms ??= longestFirst([...secrets].flatMap(formsOf));
    return withoutForms(text, forms);
  }

  function within<T>(data: T, isForeign: boolean): T {
    if (secrets.size === 0) return data;
    if (typeof data === 'string') return inText(data) as T;
    if (typeof data === 'number' && isForeign) {
      const text = String(data);
      const shown = inText(text);
      return (shown === text ? data : shown) as T;
    }
    if (typeof data !== 'object' || data === null) return data;
    const entries = Object.entries(data);
    const masked = entries.map(
      ([key, value]) => [isForeign ? inText(key) : key, within(value, isForeign)] as const,
    );
    if (masked.every(([key, value], at) => key === entries[at]?.[0] && value === entries[at]?.[1]))
      return data;
    return (
      Array.isArray(data) ? masked.map(([, value]) => value) : Object.fromEntries(masked)
    ) as T;
  }

  return {
    hide,
    inText,
    inData: (data) => within(data, false),
    inForeign: (data) => within(data, true),
    isEmpty: () => secrets.size === 0,
  };
}

/** Forms that a saved value can take in an expectation. */
const literalForms = (secret: string): string[] => [withoutWildcards(secret), asLiteral(secret)];

const isLongLine = (line: string): boolean => line.trim().length >= 8;

/** The ends of shortened texts, which can cut a value short. */
const ends = /…|$/g;
/** Maximum ends that are checked in one text; only short texts about a reply are shortened. */
const endsMax = 100;

export const withoutValues = (text: string, values: Iterable<string>): string =>
  withoutForms(text, longestFirst(values));

const longestFirst = (values: Iterable<string>): string[] =>
  [...new Set(values)].toSorted((a, b) => b.length - a.length);

function withoutForms(text: string, all: readonly string[]): string {
  if (text.length < secretLengthMin) return text;
  let shown = text;
  for (const value of all) shown = shown.replaceAll(value, maskMark);
  const cuts = [...shown.matchAll(ends)]
    .map(({ index }) => index)
    .slice(-endsMax)
    .reverse();
  for (const cut of cuts) {
    for (const value of all) {
      const length = commonLength(shown.slice(Math.max(0, cut - value.length), cut), value);
      if (length < secretLengthMin) continue;
      shown = shown.slice(0, cut - length) + maskMark + shown.slice(cut);
      break;
    }
  }
  return shown;
}

/** Length of the longest end of the text that is a beginning of the value, at least `secretLengthMin`; otherwise 0. */
function commonLength(text: string, value: string): number {
  const start = value.slice(0, secretLengthMin);
  for (let at = text.indexOf(start); at !== -1; at = text.indexOf(start, at + 1))
    if (value.startsWith(text.slice(at))) return text.length - at;
  return 0;
}

/** Hides the secrets of the environment, wherever the suite uses them. */
export function hideSecrets(mask: Pick<Mask, 'hide'>, values: Values): void {
  for (const [name, value] of Object.entries(values))
    if (name.startsWith(secretPrefix)) mask.hide(value);
}

/** Minimum length of a value that does not occur by chance. */
export const certainLength = 16;

/**
 * Creates a mask for the credentials that a suite gives the bot: the headers, `auth` and `secret` of its channel. Headers and
 * cookies whose names do not suggest a secret are masked only if their values are long, because "website" in a header is also a
 * word.
 */
export function maskOfChannel(channel: ChannelConfiguration, values: Values): Mask {
  const mask = createMask();
  const take = (named: Record<string, string>, isSecret: RegExp) => {
    for (const [name, template] of Object.entries(named)) {
      const value = fillTemplate(template, values);
      if (name.toLowerCase() === 'cookie') take(cookiesIn(value), isSecretCookie);
      else if (isSecret.test(name) || value.length >= certainLength) mask.hide(value);
    }
  };
  hideSecrets(mask, values);
  if ('headers' in channel) take(channel.headers ?? {}, isSecretName);
  if ('auth' in channel) take(channel.auth ?? {}, isSecretPart);
  if ('secret' in channel) mask.hide(fillTemplate(channel.secret, values));
  return mask;
}

const isSecretCookie = new RegExp(`${secretName}|sid`, 'i');
const isSecretPart = new RegExp(`${secretName}|pass|pin|code`, 'i');

const cookiesIn = (header: string): Record<string, string> =>
  Object.fromEntries(
    header.split(/;\s*/).map((pair) => {
      const at = pair.indexOf('=');
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
