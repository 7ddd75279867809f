/**
 * Voices by locale, from the providers' own lists. Locales have Parley's names: Mandarin is zh-CN, whatever a provider calls
 * it. Google tells the voices of a family apart by letters.
 */
import type { Voice } from '@parley/contract';
import googleVoices from './data/google-voices.json' with { type: 'json' };
import pollyVoices from './data/polly-voices.json' with { type: 'json' };
import watsonVoices from './data/watson-voices.json' with { type: 'json' };

type ByLocale<T> = Partial<Record<string, T>>;

const polly: ByLocale<string[]> = pollyVoices;
const google: ByLocale<Record<string, string>> = googleVoices;
const watson: ByLocale<string[]> = watsonVoices;

export function pollyVoicesOf(locale: string): Voice[] {
  return (polly[locale] ?? []).map((id) => ({ id, provider: 'Amazon Polly' }));
}

export function googleVoicesOf(locale: string): Voice[] {
  return Object.entries(google[locale] ?? {})
    .flatMap(([family, letters]) => [...letters].map((letter) => `${family}-${letter}`))
    .map((id) => ({ id, provider: 'Google Cloud Text-to-Speech' }));
}

export function watsonVoicesOf(locale: string): Voice[] {
  return (watson[locale] ?? []).map((id) => ({ id, provider: 'Watson Text-to-Speech' }));
}
