import {
  calibrationOf,
  createSharedPlaces,
  createSipTrunk,
  createSpeech,
  googleTextToSpeech,
  openAiTextToSpeech,
  openTwilioTrunk,
  type PhoneSettings,
  pollyTextToSpeech,
  recognizerName,
  serviceRecognizer,
  type TextToSpeech,
  watsonTextToSpeech,
} from '@parley/engine';
import type { Config } from '../../platform/config/config.ts';
import type { TtsConfig, TwilioConfig } from '../../platform/config/phone-config.ts';
import { listenError } from '../../platform/http/listen-error.ts';

export interface PhoneLines extends PhoneSettings {
  /** Ends Twilio calls that are still open, and unregisters from trunks. */
  close(): Promise<void>;
}

/** Opens the trunks and speech services of this installation. The whole process shares them. */
export async function openPhoneLines({ phone }: Config): Promise<PhoneLines> {
  const { stt, tts } = phone;
  const twilio = phone.twilio ? await openTwilio(phone.twilio) : undefined;
  const sipTrunks = phone.trunks.map(createSipTrunk);
  return {
    allow: phone.allow,
    trunks: [...sipTrunks, ...(twilio ? [twilio] : [])],
    speech: createSpeech({
      speak: voiceOf(tts),
      transcribe: serviceRecognizer(stt),
      ...(phone.calibrations && {
        calibration: calibrationOf(phone.calibrations, recognizerName(stt)),
      }),
      confidenceMin: phone.confidenceMin,
    }),
    callMsMax: phone.callMsMax,
    places: createSharedPlaces({
      atOnce: phone.callsMax,
      atOncePerParty: Math.ceil(phone.callsMax * 0.75),
      what: 'call',
    }),
    async close() {
      await Promise.all([twilio?.close(), ...sipTrunks.map((trunk) => trunk.close())]);
    },
  };
}

async function openTwilio(twilio: TwilioConfig) {
  try {
    return await openTwilioTrunk(twilio);
  } catch (error) {
    throw listenError(error, { ...twilio, setting: 'PARLEY_TWILIO_STREAM_PORT' });
  }
}

/** Returns the text-to-speech service; undefined if local programs are used. */
function voiceOf(tts: TtsConfig): TextToSpeech | undefined {
  switch (tts.service) {
    case 'local':
      return undefined;
    case 'openai':
      return openAiTextToSpeech(tts);
    case 'google':
      return googleTextToSpeech(tts);
    case 'watson':
      return watsonTextToSpeech(tts);
    case 'polly':
      return pollyTextToSpeech(tts);
  }
}
