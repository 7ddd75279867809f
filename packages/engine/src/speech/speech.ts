/**
 * Text to speech and speech to text, as the phone channel needs them. Audio is mono, 16 bits, 8,000
 * samples a second: what a telephone carries. Both throw errors that `failureOf` can explain.
 */
export interface Speech {
  speak: TextToSpeech;
  transcribe: SpeechToText;
  /** A transcript that its recognizer believes in less than this, 0 to 1, decides nothing. */
  confidenceMin: number;
  /** What is missing on this machine; nothing when both can be used. */
  missing(): Promise<MissingSpeech[]>;
}

export type TextToSpeech = (text: string, voice: Voice) => Promise<Int16Array>;

interface Voice {
  /** As the provider names it. */
  id?: string | undefined;
  /** BCP 47, for example `en-US`. */
  locale: string;
}

export type SpeechToText = (samples: Int16Array, about: Listening) => Promise<Transcript>;

/** All that a recognizer is told. What a test expects is not in it: who knows it hears it. */
interface Listening {
  /** BCP 47. */
  locale: string;
  /** Takes turns with others where recognitions wait for each other. */
  party?: string | undefined;
}

export interface Transcript {
  text: string;
  /** Confidence of the recognizer, 0 to 1. */
  confidence: number;
  /** The same word by word, of the recognizers that tell it. */
  words?: RecognizedWord[];
}

interface RecognizedWord {
  word: string;
  /** 0 to 1. */
  confidence: number;
}

export interface MissingSpeech {
  program: string;
  /** What it is for: `to speak`, `to understand`. */
  purpose: string;
  /** The command that installs it on Debian and Ubuntu. */
  install: string;
}
