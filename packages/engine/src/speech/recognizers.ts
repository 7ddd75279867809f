/** The recognizers that an installation can choose. */
import { googleSpeechToText } from './cloud/google-speech.ts';
import { openAiSpeechToText } from './cloud/openai-speech.ts';
import { watsonSpeechToText } from './cloud/watson-speech.ts';
import type { SpeechToText } from './speech.ts';

export type RecognizerChoice =
  | { service: 'local' }
  | {
      service: 'openai';
      url?: string | undefined;
      key?: string | undefined;
      model?: string | undefined;
    }
  | { service: 'google'; url?: string | undefined; key: string; model?: string | undefined }
  | { service: 'watson'; url: string; key: string; model?: string | undefined };

/** Makes the client of a speech service; undefined for the local program. */
export function serviceRecognizer(choice: RecognizerChoice): SpeechToText | undefined {
  switch (choice.service) {
    case 'local':
      return undefined;
    case 'openai':
      return openAiSpeechToText(choice);
    case 'google':
      return googleSpeechToText(choice);
    case 'watson':
      return watsonSpeechToText(choice);
  }
}

/** @returns the name under which calibrations are stored; each model counts as a separate recognizer */
export const recognizerName = (choice: RecognizerChoice): string =>
  choice.service === 'local' ? 'local' : [choice.service, choice.model].filter(Boolean).join(' ');
