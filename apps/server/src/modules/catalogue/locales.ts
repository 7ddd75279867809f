import type { Locale, Voice } from '@parley/contract';
import localeList from './data/locales.json' with { type: 'json' };
import { googleVoicesOf, pollyVoicesOf, watsonVoicesOf } from './voices.ts';

/**
 * Supported locales with their voices. An assistant has the voices of its vendor, phone has all voices, and webchat has none.
 */
export const locales: Locale[] = localeList.map((locale) => {
  const polly = pollyVoicesOf(locale.id);
  const google = googleVoicesOf(locale.id);
  const watson = watsonVoicesOf(locale.id);
  return {
    ...locale,
    alexa: spokenWith(polly),
    google: spokenWith(google),
    watson: spokenWith(watson),
    phone: spokenWith([...polly, ...google, ...watson]),
    webchat: { voices: [], disabled: false },
  };
});

/** All voices of all locales, each listed once. */
export const voices: Voice[] = [
  ...new Map(
    locales.flatMap(({ phone }) => phone.voices).map((voice) => [voice.id, voice]),
  ).values(),
];

function spokenWith(available: Voice[]): { voices: Voice[]; disabled: boolean } {
  return { voices: available, disabled: available.length === 0 };
}
