import { readFileSync } from 'node:fs';
import {
  type Calibration,
  type RecognizerChoice,
  readCalibrations,
  readRecognizer,
} from '@parley/engine';
import { StartError } from '../errors/start-error.ts';
import type { Settings } from './settings.ts';

export interface PhoneConfig {
  /** Phone numbers and SIP addresses that may be called; `*` matches any characters. */
  allow: string[];
  trunks: TrunkConfig[];
  /** Null if Twilio is not configured. */
  twilio: TwilioConfig | null;
  /** Maximum number of simultaneous calls in one worker. */
  callsMax: number;
  callMsMax: number;
  /** Minimum confidence, 0 to 1, that a transcript needs to decide a step. */
  confidenceMin: number;
  /** Measurements of the speech recognizer on this installation's phone lines; undefined if there are none. */
  calibrations: Calibration[] | undefined;
  tts: TtsConfig;
  stt: RecognizerChoice;
}

export type TtsConfig =
  | { service: 'local' }
  | {
      service: 'openai';
      url: string | undefined;
      key: string | undefined;
      model: string | undefined;
    }
  | { service: 'google'; url: string | undefined; key: string }
  | { service: 'watson'; url: string; key: string }
  | {
      service: 'polly';
      url: string | undefined;
      region: string;
      accessKeyId: string;
      secretAccessKey: string;
    };

interface TrunkConfig {
  host: string;
  port: number;
  credentials: { username: string; password: string } | undefined;
  /** True for signaling over TLS. */
  isSecure: boolean;
  /** True for audio over SRTP. */
  isEncrypted: boolean;
  wantsRegistration: boolean;
}

export interface TwilioConfig {
  url: string | undefined;
  accountSid: string;
  authToken: string;
  from: string;
  streamUrl: string;
  /** Host on which the worker listens for audio streams. */
  host: string;
  port: number;
}

export function readPhoneConfig(values: Settings): PhoneConfig {
  return {
    allow: values.PARLEY_PHONE_ALLOW,
    trunks: values.PARLEY_SIP_TRUNKS.map(readTrunk),
    twilio: readTwilio(values),
    callsMax: values.PARLEY_CALL_SLOTS,
    callMsMax: values.PARLEY_CALL_MINUTES * 60_000,
    confidenceMin: values.PARLEY_SPEECH_CONFIDENCE,
    calibrations: readCalibrationFile(values.PARLEY_SPEECH_CALIBRATION),
    tts: readTts(values),
    stt: readRecognizer(values, (message) => {
      throw new StartError(message);
    }),
  };
}

function readCalibrationFile(file: string | undefined): Calibration[] | undefined {
  if (file === undefined) return undefined;
  try {
    return readCalibrations(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new StartError(
      `PARLEY_SPEECH_CALIBRATION names a file that cannot be used (${(error as Error).message}). Make one with "parley ears calibrate".`,
    );
  }
}

function readTts(values: Settings): TtsConfig {
  const { PARLEY_TTS: service, PARLEY_TTS_URL: url, PARLEY_TTS_KEY: key } = values;
  switch (service) {
    case 'local':
      return { service };
    case 'openai':
      return { service, url, key, model: values.PARLEY_TTS_MODEL };
    case 'google':
      if (!key) throw new StartError('PARLEY_TTS=google needs PARLEY_TTS_KEY.');
      return { service, url, key };
    case 'watson':
      if (!key || !url)
        throw new StartError('PARLEY_TTS=watson needs PARLEY_TTS_URL and PARLEY_TTS_KEY.');
      return { service, url, key };
    case 'polly': {
      const region = values.PARLEY_TTS_REGION;
      const [, accessKeyId, secretAccessKey] = /^([^:]+):(.+)$/.exec(key ?? '') ?? [];
      if (!region || !accessKeyId || !secretAccessKey)
        throw new StartError(
          'PARLEY_TTS=polly needs PARLEY_TTS_REGION and PARLEY_TTS_KEY=id:secret.',
        );
      return { service, url, region, accessKeyId, secretAccessKey };
    }
  }
}

function readTwilio(values: Settings): TwilioConfig | null {
  const accountSid = values.PARLEY_TWILIO_ACCOUNT_SID;
  if (accountSid === undefined) return null;
  const {
    PARLEY_TWILIO_AUTH_TOKEN: authToken,
    PARLEY_TWILIO_FROM: from,
    PARLEY_TWILIO_STREAM_URL: streamUrl,
    PARLEY_TWILIO_STREAM_PORT: port,
    PARLEY_TWILIO_URL: url,
  } = values;
  if (authToken === undefined || from === undefined || streamUrl === undefined) {
    throw new StartError(
      'PARLEY_TWILIO_ACCOUNT_SID needs PARLEY_TWILIO_AUTH_TOKEN, PARLEY_TWILIO_FROM and PARLEY_TWILIO_STREAM_URL beside it.',
    );
  }
  return { url, accountSid, authToken, from, streamUrl, host: values.HOST, port };
}

function readTrunk(text: string): TrunkConfig {
  const found =
    /^(sips?):(?:([^:@\s]+):([^@\s]*)@)?([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)(?::(\d{1,5}))?((?:;[^;\s]+)*)$/i.exec(
      text,
    );
  // The message does not repeat the text, which may contain a password.
  if (!found) {
    throw new StartError(
      'PARLEY_SIP_TRUNKS contains an invalid trunk. Write sip:user:password@sip.example.com, with %40 for an @ in the password.',
    );
  }
  const [, scheme = '', username, password = '', host = '', port, parameters = ''] = found;
  const isSecure = scheme.toLowerCase() === 'sips';
  const wanted = new Set(parameters.toLowerCase().split(';').slice(1));
  const wantsRegistration = wanted.delete('register');
  const isPlain = wanted.delete('media=rtp');
  const [unknown] = wanted;
  if (unknown !== undefined) {
    throw new StartError(
      `The trunk ${host} in PARLEY_SIP_TRUNKS asks for ;${unknown}. Known are ;register and, after sips:, ;media=rtp.`,
    );
  }
  if (wantsRegistration && !username) {
    throw new StartError(
      `The trunk ${host} in PARLEY_SIP_TRUNKS requires a registration, which needs a user and a password: sips:user:password@${host};register.`,
    );
  }
  return {
    host,
    port: Number(port ?? (isSecure ? 5061 : 5060)),
    credentials: username
      ? { username: decodeURIComponent(username), password: decodeURIComponent(password) }
      : undefined,
    isSecure,
    isEncrypted: isSecure && !isPlain,
    wantsRegistration,
  };
}
