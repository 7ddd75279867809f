import { localSpeechToText } from './local/local-speech-to-text.ts';
import { localTextToSpeech } from './local/local-text-to-speech.ts';
import { isInstalled, packages, type SpeechProgram } from './local/run-program.ts';
import type { MissingSpeech, Speech, SpeechToText, TextToSpeech } from './speech.ts';

export interface SpeechSettings {
  /** Speech services instead of the programs of this machine. */
  speak?: TextToSpeech | undefined;
  transcribe?: SpeechToText | undefined;
  confidenceMin: number;
}

export function createSpeech({ speak, transcribe, confidenceMin }: SpeechSettings): Speech {
  const needed: { program: SpeechProgram; purpose: string }[] = [
    ...(speak ? [] : [{ program: 'flite' as const, purpose: 'to speak' }]),
    ...(transcribe ? [] : [{ program: 'pocketsphinx_batch' as const, purpose: 'to understand' }]),
  ];
  // What is there stays there; what is missing may be installed meanwhile.
  const found = new Set<string>();

  async function isMissing({ program }: { program: SpeechProgram }): Promise<boolean> {
    if (found.has(program)) return false;
    if (!(await isInstalled(program))) return true;
    found.add(program);
    return false;
  }

  return {
    speak: speak ?? localTextToSpeech,
    transcribe: transcribe ?? localSpeechToText,
    confidenceMin,
    async missing() {
      const missing: MissingSpeech[] = [];
      for (const one of needed)
        if (await isMissing(one))
          missing.push({ ...one, install: `apt-get install ${packages[one.program]}` });
      return missing;
    },
  };
}
