import type { DeviceSettings, ErrorProblem } from '@parley/contract';
import { ApiError } from '../../platform/errors/api-error.ts';
import { locales } from '../catalogue/catalogue.ts';

/** Checks a device's settings against the catalog of locales and voices. */
function settingsProblems(locale: string, settings: DeviceSettings): ErrorProblem[] {
  const entry = locales.find(({ id }) => id === locale);
  if (entry === undefined)
    return [{ path: 'locale', message: `The locale “${locale}” is not supported.` }];
  const offer = entry[settings.platform];
  if (offer.disabled)
    return [{ path: 'locale', message: `${entry.label} is not offered on this platform.` }];
  if (settings.platform === 'phone' && !offer.voices.some(({ id }) => id === settings.voiceId))
    return [
      {
        path: 'settings.voiceId',
        message: `The voice “${settings.voiceId}” does not speak ${entry.label}.`,
      },
    ];
  return [];
}

export function refuseUnknownSettings(locale: string, settings: DeviceSettings): void {
  const problems = settingsProblems(locale, settings);
  if (problems.length === 0) return;
  throw new ApiError('invalid_request', {
    message: problems[0]?.message ?? '',
    hint: 'Choose one of the locales and voices that the dashboard offers.',
    problems,
  });
}
