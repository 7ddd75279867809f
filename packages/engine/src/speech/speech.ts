/**
 * Text to speech and speech to text for the phone channel. Audio is in telephone quality: mono, 16 bits, 8,000 samples per
 * second. Both throw errors that `failureOf` can explain.
 */
export interface Speech {
  speak: TextToSpeech;
  transcribe: SpeechToText;
  /**
   * Returns the confidence that a transcript needs to decide a check. Undefined if the recognizer was not calibrated for the
   * line; then no transcript decides.
   */
  requiredConfidence(line: Line): RequiredConfidence | undefined;
  /** Returns the programs that are missing on this machine; empty if all are installed. */
  missing(): Promise<MissingSpeech[]>;
}

/** Required confidences, each from 0 to 1. */
export interface RequiredConfidence {
  /** Confidence of the whole text that is needed to show that something was not said. */
  text: number;
  /** Confidence of a single word that is needed to show that it was said. */
  word: number;
  /** Confidence needed for a word that is easily confused with its opposite or another number. */
  closeWord: number;
}

/** Properties of a line that affect how speech sounds. */
export interface Line {
  /** Codec as the leg names it, for example `PCMU`. */
  codec: string;
  /** BCP 47 language tag. */
  locale: string;
}

export type TextToSpeech = (text: string, voice: Voice) => Promise<Int16Array>;

interface Voice {
  /** Voice as the provider names it. */
  id?: string | undefined;
  /** BCP 47 language tag, for example `en-US`. */
  locale: string;
}

export type SpeechToText = (samples: Int16Array, about: Listening) => Promise<Transcript>;

/**
 * Everything that a recognizer learns about the audio. The test's expectation is not included, because a recognizer that knows
 * it would tend to recognize it.
 */
export interface Listening {
  /** BCP 47 language tag. */
  locale: string;
  /** Party that takes turns with others when recognitions queue. */
  party?: string | undefined;
  /** Words that a person has listed for the line, regardless of what tests expect. */
  vocabulary?: readonly string[] | undefined;
}

export interface Transcript {
  text: string;
  /** Confidence of the recognizer, from 0 to 1; undefined if it reports none. */
  confidence: number | undefined;
  /** Confidence of each word, from recognizers that report it. */
  words?: RecognizedWord[];
  /** True if the recognizer was given the vocabulary. */
  usedVocabulary?: true;
}

interface RecognizedWord {
  word: string;
  /** Confidence from 0 to 1. */
  confidence: number;
}

export interface MissingSpeech {
  program: string;
  /** Its purpose: `to speak`, `to understand`. */
  purpose: string;
  /** The command that installs it on Debian and Ubuntu. */
  install: string;
}
