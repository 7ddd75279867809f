/** Lets suites of files place calls: to SIP addresses, without a trunk. */
import {
  createSpeech,
  type PhoneSettings,
  readRecognizer,
  serviceRecognizer,
} from '@parley/engine';
import { UsageError } from './exit-codes.ts';

/** Longest call, as it is by default on a server. */
const longCallMs = 10 * 60_000;

/**
 * Reads who may be called, by the settings of a server: `PARLEY_PHONE_ALLOW` and `PARLEY_STT`. A recognizer that
 * is not the local one decides nothing here, because its calibration belongs to a server.
 *
 * @returns undefined if nobody may be called
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
