/** Lets suites in files place calls to SIP addresses, without a trunk. */
import {
  createSpeech,
  type PhoneSettings,
  readRecognizer,
  serviceRecognizer,
} from '@parley/engine';
import { UsageError } from './exit-codes.ts';

/** Maximum length of a call in milliseconds, the same as a server's default. */
const longCallMs = 10 * 60_000;

/**
 * Reads the allowed destinations of calls (`PARLEY_PHONE_ALLOW`) and the speech recognizer (`PARLEY_STT` and the settings that
 * go with it), as a server does. A recognizer other than the local one never decides here, because its calibration belongs to a
 * server.
 *
 * @returns undefined if no calls are allowed
 */
export function readPhoneSettings(environment: NodeJS.ProcessEnv): PhoneSettings | undefined {
  const allow = (environment.PARLEY_PHONE_ALLOW ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
  if (allow.length === 0) return undefined;
  const choice = readRecognizer(environment, (message) => {
    throw new UsageError(message);
  });
  const speech = createSpeech({ transcribe: serviceRecognizer(choice) });
  return { allow, trunks: [], callMsMax: longCallMs, speech };
}
