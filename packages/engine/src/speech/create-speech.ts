import { calibratedConfidence } from './calibration/calibration.ts';
import { localCalibrations, localRecognizer } from './calibration/local-calibrations.ts';
import { localSpeechToText } from './local/local-speech-to-text.ts';
import { localTextToSpeech } from './local/local-text-to-speech.ts';
import { isInstalled, packages, type SpeechProgram } from './local/run-program.ts';
import type {
  Line,
  MissingSpeech,
  RequiredConfidence,
  Speech,
  SpeechToText,
  TextToSpeech,
} from './speech.ts';

export interface SpeechSettings {
  /** Speech services that replace the programs of this machine. */
  speak?: TextToSpeech | undefined;
  transcribe?: SpeechToText | undefined;
  /**
   * Required confidences of such a service on a line, if it was calibrated. Without a calibration, its transcripts never
   * decide. The local recognizer has its own calibration.
   */
  calibration?: ((line: Line) => RequiredConfidence | undefined) | undefined;
  /** Minimum for the required confidences, 0 to 1. It can only raise them. */
  confidenceMin?: number | undefined;
}

export function createSpeech({
  speak,
  transcribe,
  calibration = transcribe ? undefined : localCalibration,
  confidenceMin = 0,
}: SpeechSettings): Speech {
  const needed: { program: SpeechProgram; purpose: string }[] = [
    ...(speak ? [] : [{ program: 'flite' as const, purpose: 'to speak' }]),
    ...(transcribe ? [] : [{ program: 'pocketsphinx_batch' as const, purpose: 'to understand' }]),
  ];
  // Installed programs are remembered; missing ones are looked for again, because they can be installed later.
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
    requiredConfidence(line) {
      const calibrated = calibration?.(line);
      return (
        calibrated && {
          text: Math.max(calibrated.text, confidenceMin),
          word: Math.max(calibrated.word, confidenceMin),
          closeWord: Math.max(calibrated.closeWord, confidenceMin),
        }
      );
    },
    async missing() {
      const missing: MissingSpeech[] = [];
      for (const one of needed)
        if (await isMissing(one))
          missing.push({ ...one, install: `apt-get install ${packages[one.program]}` });
      return missing;
    },
  };
}

const localCalibration = (line: Line) =>
  calibratedConfidence(localCalibrations, localRecognizer, line);
