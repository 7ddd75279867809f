import type { RecognizerChoice } from '@parley/engine';
import { UsageError } from './exit-codes.ts';

/** The recognizer that the environment chooses, by the same variables as a server reads. */
export function readRecognizer({
  PARLEY_STT: service = 'local',
  PARLEY_STT_URL: url,
  PARLEY_STT_KEY: key,
  PARLEY_STT_MODEL: model,
}: NodeJS.ProcessEnv): RecognizerChoice {
  switch (service) {
    case 'local':
      return { service };
    case 'openai':
      return { service, url, key, model };
    case 'google':
      if (!key) throw new UsageError('PARLEY_STT=google needs PARLEY_STT_KEY.');
      return { service, url, key, model };
    case 'watson':
      if (!key || !url)
        throw new UsageError('PARLEY_STT=watson needs PARLEY_STT_URL and PARLEY_STT_KEY.');
      return { service, url, key, model };
    default:
      throw new UsageError(`PARLEY_STT is local, openai, google or watson, not "${service}".`);
  }
}
