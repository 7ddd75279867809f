/**
 * Text to speech and speech to text for the phone channel. Audio is mono, 16 bits, 8,000 samples
 * per second: telephone quality. Both throw errors that `failureOf` can explain.
 */
export interface Speech {
  speak: TextToSpeech;
  transcribe: SpeechToText;
  /** A transcript that its recognizer believes in less than this, 0 to 1, decides nothing. */
  confidenceMin: number;
  /** What is missing on this machine; empty if both can be used. */
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

/**
 * All that a recognizer is told. It does not include the test's expectation, because a recognizer
 * that knows it would hear it.
 */
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
  /** The same for each word, from recognizers that report it. */
  words?: RecognizedWord[];
}

interface RecognizedWord {
  word: string;
  /** 0 to 1. */
  confidence: number;
}

export interface MissingSpeech {
  program: string;
  /** Its purpose: `to speak`, `to understand`. */
  purpose: string;
  /** The command that installs it on Debian and Ubuntu. */
  install: string;
}
