import type { RecognizerChoice } from './recognizers.ts';

interface RecognizerSettings {
  PARLEY_STT?: string | undefined;
  PARLEY_STT_URL?: string | undefined;
  PARLEY_STT_KEY?: string | undefined;
  PARLEY_STT_MODEL?: string | undefined;
}

/**
 * Reads the chosen recognizer from the settings, for servers and the command line.
 *
 * @param refuse throws an error with this message
 */
export function readRecognizer(
  {
    PARLEY_STT: service = 'local',
    PARLEY_STT_URL: url,
    PARLEY_STT_KEY: key,
    PARLEY_STT_MODEL: model,
  }: RecognizerSettings,
  refuse: (message: string) => never,
): RecognizerChoice {
  switch (service) {
    case 'local':
      return { service };
    case 'openai':
      return { service, url, key, model };
    case 'google':
      if (!key) return refuse('PARLEY_STT=google needs PARLEY_STT_KEY.');
      return { service, url, key, model };
    case 'watson':
      if (!key || !url) return refuse('PARLEY_STT=watson needs PARLEY_STT_URL and PARLEY_STT_KEY.');
      return { service, url, key, model };
    default:
      return refuse(`PARLEY_STT is local, openai, google or watson, not "${service}".`);
  }
}
