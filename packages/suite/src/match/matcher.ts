/**
 * The interfaces of matching: an assertion is checked against a reply and gives a verdict that
 * explains itself. A new kind of matcher is one file next to this one and one line in kinds.ts.
 */
import type { Failure } from '../events/failure.ts';
import type { Assertion, Json, Operator } from '../format/model/suite.ts';
import type { ToolReport } from '../tools/tool-call.ts';
import type { VoiceFacts } from '../voice/voice-facts.ts';

export interface Button {
  title: string;
  /** The value that is sent when it is pressed. */
  value?: string;
  /** Target of the button, if it is a link. */
  url?: string;
}

export interface Attachment {
  /** Media type or kind as the bot names it, for example "image/png" or "card". */
  type: string;
  url?: string;
  title?: string;
}

/** A bot's reply in one turn: all of its messages until the turn was over. */
export interface Reply {
  /** The messages' texts, joined by line feeds. */
  text: string;
  messages: string[];
  buttons: Button[];
  attachments: Attachment[];
  /** From sending to the first message, in milliseconds. */
  latencyMs: number;
  /**
   * Part of it that was spent waiting because the bot was busy and asked for it, in milliseconds.
   */
  waitedMs?: number;
  /**
   * Milliseconds that the request waited for its turn at the host. The reply may have been ready in the meantime, so this
   * counts as latency, but not against the reply timeout.
   */
  heldMs?: number;
  /** The answer as received, for JSON paths. */
  payload: Json;
  /** True if `payload` is a list of several answers that together made up the turn. */
  isSeveral?: true;
  /** Events of the turn without text, in order; absent if there were none. */
  events?: BotEvent[];
  /** Some events were dropped: an unlisted one may still have occurred. */
  areEventsCut?: true;
  /** Confidence of a spoken reply, 0 to 1. */
  confidence?: number;
  /** True if the confidence is below the required one, or unknown, so the text as a whole decides nothing. */
  isUnsure?: true;
  /** Why the text is unsure; absent if the only reason is a low confidence. */
  unsureReason?: UnsureReason;
  /** Minimum confidence that decides anything on this line, 0 to 1. */
  requiredConfidence?: number;
  /**
   * Its text with a placeholder for each uncertain word. A check that passes on it would pass whatever these words were. Absent
   * if nothing is known about single words.
   */
  sureText?: string;
  /**
   * An observation besides the words, which may explain an unexpected reply. It is shown next to the difference, and replaces
   * it only if no word was recognized that could differ.
   */
  remark?: Failure;
  /** Speech before the call was answered, in order; absent if there was none. */
  early?: EarlyWords[];
  /** True if its last message was still growing at the end of the turn, so that the rest was not seen. */
  isGrowing?: true;
  /** True if it contained a credential of the suite, which was replaced with `***`. */
  isMasked?: true;
  /** Tools that were called in the turn; absent if nothing would show them. */
  tools?: ToolReport;
  /** Timing of both sides, if the turn was on a call. */
  voice?: VoiceFacts;
}

/** Words recognized before a call was answered. */
export interface EarlyWords {
  text: string;
  /** See `Reply`. */
  confidence?: number;
  isUnsure?: true;
  unsureReason?: UnsureReason;
  requiredConfidence?: number;
}

/** `no-confidence`: the recognizer reports none. `not-calibrated`: it was not calibrated for such a line. */
export type UnsureReason = 'no-confidence' | 'not-calibrated';

/** A frame or an event without text: a tool call, a typing indicator, an acknowledgment, a heartbeat. */
export interface BotEvent {
  /** Name used by the bot, if the protocol has names for events. */
  name?: string;
  data: Json;
}

export interface MatchSettings {
  lenient: boolean;
  fuzzyThreshold: number;
  /** True if case is ignored in `prompt` and `transcript`; elsewhere it never is. */
  ignoreCase: boolean;
  /** Words to replace in `prompt` and `transcript` before texts are compared; see `SuiteConfiguration`. */
  homophones?: Record<string, string[]>;
  /** True to apply the rules of version 2 of the syntax. */
  isStrict?: boolean;
}

/** Why an assertion passed or failed, in a form that a person can check. */
export interface Verdict {
  passed: boolean;
  /** Set if it neither passed nor failed: what is known is not enough to decide, or nothing relevant was present. */
  standing?: 'undecided' | 'error';
  assertion: Assertion;
  /** The rule in words: `prompt contains "checking account", ignoring case`. */
  rule: string;
  /** The value at the property, shortened if it is long; null if there was none. */
  actual: string | null;
  /** Total characters, if `actual` is only the beginning; the reply next to it has all of them. */
  actualLength?: number;
  /** The alternative that matched, or the nearest one. */
  expected?: string;
  /** Similarity of `expected` and `actual`, 0 to 1. */
  score?: number;
  /** Word by word, from `expected` to `actual`; only for failed comparisons of texts. */
  difference?: DifferencePart[];
  /** A comparison that would have passed, in words; for a judge, its reason. */
  hint?: string;
  /** Each vote of the judge, if one decided. */
  votes?: Vote[];
  /** The judge that decided. Absent in runs of earlier releases. */
  judge?: JudgeId;
  /** Measurements, if a recording was compared. */
  sound?: SoundFacts;
  /** True for a negated comparison that passed because the property had no value. */
  isAbsent?: true;
  /** Why the absence may be a mistake in the suite. Settled at the end of the run, see `absence.ts`. */
  doubt?: AbsenceDoubt;
  /** Why the check could not have failed, so that its pass proves nothing. */
  vacuous?: string;
}

/**
 * Why an absence may prove nothing: a path similar to the requested one was present, or the reply contained nothing that would
 * have shown a tool call.
 */
export type AbsenceDoubt =
  | {
      kind: 'near-path';
      path: string;
      /** True if there is hardly any other explanation: only case differs, or the path begins with a known part of a reply. */
      isCertain?: true;
    }
  | { kind: 'no-tool-source' };

/** Comparison of a line's sound with a recording. Times count from the start of the recording's sound. */
export interface SoundFacts {
  /** Name of the recording. */
  recording: string;
  /** SHA-256 of the file, in hex: the verdict is valid as long as the recording is the same. */
  sha256: string;
  /** Difference in the worst 300 ms, in dB, and the start of these. */
  worstDb: number;
  worstAtMs: number;
  /** Proportion of the recording that could be compared, 0 to 1. */
  coverage: number;
  /** Level of the prompt above the noise of the line, in dB. */
  snrDb: number;
  /** Other sound before and after the recording. */
  extraBeforeMs: number;
  extraAfterMs: number;
}

/** Identifies a judge: a different model, prompt or number of votes makes a different judge. */
export interface JudgeId {
  fingerprint: string;
  /** Names reported by the models that answered, if any. */
  models?: string[];
}

/** One opinion of a judge. */
export interface Vote {
  holds: boolean;
  reason: string;
}

export interface DifferencePart {
  /** `around`: words of the actual text that are not part of the comparison. */
  kind: 'same' | 'missing' | 'extra' | 'around';
  text: string;
}

/** One alternative, compiled to compare with many replies. */
export interface Comparison {
  /** `actual` is undefined where the property does not exist. */
  holds(actual: Json | undefined): boolean;
  /**
   * Why a failure decides nothing, even if negated: the filled-in value is unusable, or the actual value was only partly
   * examined.
   */
  problem?(actual: Json | undefined): string | undefined;
  /** Why a failure proves nothing: the actual value cannot be compared. `isAll` is true if none of several actual values can. */
  unfit?(actual: Json | undefined): { reason: string; isAll: boolean } | undefined;
  /** @returns true if it holds for every text, as with `prompt: ""`; absent if it never does */
  holdsForAnyText?(): boolean;
}

export type Expected = Assertion['expected'][number];

/** One way to compare. */
export interface Matcher {
  operator: Operator;
  /** The operator in a sentence: "contains", and negated: "does not contain". */
  words: string;
  wordsNegated: string;
  /** False if the operator has no operand, as with `exists`. */
  takesValue: boolean;
  /** True if texts are compared, so that a failure can show the difference. */
  comparesTexts: boolean;
  /** True if the expected text must be the whole actual one; otherwise it only has to occur in it. */
  comparesWhole?: true;
  /** Ignored differences, for the end of the rule: "ignoring case". */
  leniency?(settings: MatchSettings): string | undefined;
  /** Says why `expected` can't be used, for example a broken pattern; undefined if it can. */
  problem?(
    expected: Expected,
    patterns: PatternBudget,
  ): { message: string; hint: string } | undefined;
  /** Called once for each alternative. `settings.ignoreCase` is already that of the property. */
  compile(expected: Expected, settings: MatchSettings): Comparison;
  /** Compiles an alternative for recognized speech, in version 2; undefined if speech is compared like text. */
  compileSpoken?(expected: Expected, settings: MatchSettings): Comparison | undefined;
  /** A comparison that would have passed, in words. Called only after a failure. */
  hint?(expected: Expected, actual: string, settings: MatchSettings): string | undefined;
}

/** Budget for compiling the patterns of one text, which checks them. */
export interface PatternBudget {
  /** Remaining steps as counted by `patternEffort`; each takes some 3 µs. */
  effortLeft: number;
  /** Results of the patterns checked so far, so that equal patterns are compiled once. */
  checked: Map<string, PatternProblem | undefined>;
}

export interface PatternProblem {
  message: string;
  hint: string;
}
