/**
 * The interfaces of matching. Checking an assertion against a reply gives a verdict that explains itself. A new kind of matcher
 * needs a file beside this one and an entry in kinds.ts.
 */
import type { Failure } from '../events/failure.ts';
import type { Assertion, Json, Operator } from '../format/model/suite.ts';
import type { ToolReport } from '../tools/tool-call.ts';
import type { VoiceFacts } from '../voice/voice-facts.ts';

export interface Button {
  title: string;
  /** Value to send when the button is pressed; absent if it is the title. */
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

/** A bot's reply in one turn: all of its messages until the end of the turn. */
export interface Reply {
  /** The texts of all messages, joined by line feeds. */
  text: string;
  messages: string[];
  buttons: Button[];
  attachments: Attachment[];
  /** Milliseconds from sending the message to the first message of the reply. */
  latencyMs: number;
  /** Milliseconds of the latency that were spent waiting because the bot was busy and asked for it. */
  waitedMs?: number;
  /**
   * Milliseconds that the request waited for the host's rate limit. They are part of the latency, because the reply may
   * have been ready in the meantime, but do not count against the reply timeout.
   */
  heldMs?: number;
  /** The response as received, for JSON paths. */
  payload: Json;
  /** True if `payload` is a list of the responses that made up the turn. */
  isSeveral?: true;
  /** Events of the turn without text, in order; absent if there were none. */
  events?: BotEvent[];
  /** True if some events were dropped, so that an event that is not listed may have occurred. */
  areEventsCut?: true;
  /** Confidence of the speech recognizer, from 0 to 1; absent if the reply was not spoken. */
  confidence?: number;
  /** True if the confidence is unknown or too low, so that the text as a whole decides nothing. */
  isUnsure?: true;
  /** Why the text is unsure; absent if its confidence is too low. */
  unsureReason?: UnsureReason;
  /** Minimum confidence for a decision on this line, from 0 to 1. */
  requiredConfidence?: number;
  /**
   * The text with a placeholder for each uncertain word. A check that passes on it would pass whatever these words were. Absent
   * if the recognizer reports nothing about single words.
   */
  sureText?: string;
  /**
   * An observation that could explain an unexpected reply. It is shown beside the difference, and replaces it only if no words
   * were recognized.
   */
  remark?: Failure;
  /** Speech before the call was answered, in order; absent if there was none. */
  early?: EarlyWords[];
  /** True if the last message was still growing at the end of the turn, so that its rest is unknown. */
  isGrowing?: true;
  /** True if the reply contained a credential of the suite, which was replaced with `***`. */
  isMasked?: true;
  /** Tool calls of the turn; absent if nothing would report them. */
  tools?: ToolReport;
  /** Timing of both sides; absent if the turn was not on a call. */
  voice?: VoiceFacts;
}

/** Words that were recognized before a call was answered. */
export interface EarlyWords {
  text: string;
  /** See `Reply`. */
  confidence?: number;
  isUnsure?: true;
  unsureReason?: UnsureReason;
  requiredConfidence?: number;
}

/** `no-confidence`: the recognizer reports none. `not-calibrated`: the recognizer was not calibrated for this kind of line. */
export type UnsureReason = 'no-confidence' | 'not-calibrated';

/** A frame or event without text, such as a tool call, a typing indicator, an acknowledgment or a heartbeat. */
export interface BotEvent {
  /** The name that the bot gave the event; absent if the protocol has no event names. */
  name?: string;
  data: Json;
}

export interface MatchSettings {
  lenient: boolean;
  fuzzyThreshold: number;
  /** True to ignore case in `prompt` and `transcript`. Other properties are always case-sensitive. */
  ignoreCase: boolean;
  /** Words to replace in `prompt` and `transcript` before the comparison; see `SuiteConfiguration`. */
  homophones?: Record<string, string[]>;
  /** True to apply the rules of version 2 of the syntax. */
  isStrict?: boolean;
}

/** Why an assertion passed or failed, in a form that people can check. */
export interface Verdict {
  passed: boolean;
  /** Present if the assertion neither passed nor failed, because too little is known or nothing relevant was present. */
  standing?: 'undecided' | 'error';
  assertion: Assertion;
  /** The rule in words: `prompt contains "checking account", ignoring case`. */
  rule: string;
  /** The value of the property, shortened if it is long; null if it was absent. */
  actual: string | null;
  /** Length of the whole value in characters, if `actual` contains only its beginning. */
  actualLength?: number;
  /** The alternative that matched, or the closest one. */
  expected?: string;
  /** Similarity of `expected` and `actual`, from 0 to 1. */
  score?: number;
  /** Word-by-word difference from `expected` to `actual`; only for failed comparisons of texts. */
  difference?: DifferencePart[];
  /** Advice for fixing the failure, or why there is no verdict; the judge's reason, if a judge decided. */
  hint?: string;
  /** All votes of the judge, if one decided. */
  votes?: Vote[];
  /** The judge that decided; absent in runs of earlier releases. */
  judge?: JudgeId;
  /** Measurements of the comparison with a recording. */
  sound?: SoundFacts;
  /** True if a comparison passed because the property had no value. */
  isAbsent?: true;
  /** Why the absence could be a mistake in the suite. Settled at the end of the run; see `absence.ts`. */
  doubt?: AbsenceDoubt;
  /** Why the check could not have failed, so that passing proves nothing. */
  vacuous?: string;
}

/**
 * Why an absence may prove nothing: a similar path was present, or the reply contained nothing that would report a tool
 * call.
 */
export type AbsenceDoubt =
  | {
      kind: 'near-path';
      path: string;
      /** True if there is hardly another explanation: only case differs, or the path begins with a known part of a reply. */
      isCertain?: true;
    }
  | { kind: 'no-tool-source' };

/** Comparison of a line's sound with a recording. Times are in milliseconds from the start of the recording's sound. */
export interface SoundFacts {
  /** File name of the recording. */
  recording: string;
  /** SHA-256 of the file in hex. The verdict is valid only for this recording. */
  sha256: string;
  /** Difference in the worst 300 ms, in dB. `worstAtMs` is their start. */
  worstDb: number;
  worstAtMs: number;
  /** Share of the recording that could be compared, from 0 to 1. */
  coverage: number;
  /** Level of the reply above the noise of the line, in dB. */
  snrDb: number;
  /** Milliseconds of other sound before the recording; `extraAfterMs` after it. */
  extraBeforeMs: number;
  extraAfterMs: number;
}

/** Identifies a judge. A different model, prompt or number of votes makes a different judge. */
export interface JudgeId {
  fingerprint: string;
  /** Name that the suite asked for; absent for the default judge of the project. */
  name?: string;
  /** Names that the models reported, if any. */
  models?: string[];
}

/** One vote of a judge. */
export interface Vote {
  holds: boolean;
  reason: string;
}

export interface DifferencePart {
  /** `around`: words of the actual text outside the compared passage. */
  kind: 'same' | 'missing' | 'extra' | 'around';
  text: string;
}

/** An alternative that was compiled to compare with many replies. */
export interface Comparison {
  /** @param actual undefined if the property does not exist */
  holds(actual: Json | undefined): boolean;
  /**
   * @returns why a comparison that does not hold decides nothing, even if negated: the expected value is unusable, or only a
   * part of the actual value was examined
   */
  problem?(actual: Json | undefined): string | undefined;
  /**
   * @returns why a comparison that does not hold proves nothing: the actual value cannot be compared. `isAll` is true if none
   * of several actual values can be.
   */
  unfit?(actual: Json | undefined): { reason: string; isAll: boolean } | undefined;
  /** @returns true if the comparison holds for every text, as with `prompt: ""`. Absent if it never does. */
  holdsForAnyText?(): boolean;
}

export type Expected = Assertion['expected'][number];

/** A kind of comparison. */
export interface Matcher {
  operator: Operator;
  /** The operator in a rule, for example "contains". `wordsNegated` is its negation: "does not contain". */
  words: string;
  wordsNegated: string;
  /** False if the operator has no operand, as with `exists`. */
  takesValue: boolean;
  /** True if the operator compares texts, so that a failure can show the differences. */
  comparesTexts: boolean;
  /** True if the expected text must equal the whole actual text, and not only occur in it. */
  comparesWhole?: true;
  /** @returns which differences are ignored, for the end of the rule: "ignoring case" */
  leniency?(settings: MatchSettings): string | undefined;
  /** @returns why `expected` is invalid, for example a broken pattern; undefined if it is valid */
  problem?(
    expected: Expected,
    patterns: PatternBudget,
  ): { message: string; hint: string } | undefined;
  /** Called once per alternative. `settings.ignoreCase` already takes the property into account. */
  compile(expected: Expected, settings: MatchSettings): Comparison;
  /**
   * Compiles an alternative for recognized speech, in version 2 of the syntax. @returns undefined to compare speech like text
   */
  compileSpoken?(expected: Expected, settings: MatchSettings): Comparison | undefined;
  /** @returns what would make the assertion pass, as a sentence. Called only after a failure. */
  hint?(expected: Expected, actual: string, settings: MatchSettings): string | undefined;
}

/** Budget for compiling all patterns of a text while checking them. */
export interface PatternBudget {
  /** Remaining steps as counted by `patternEffort`, at about 3 µs each. */
  effortLeft: number;
  /** Results by pattern, so that equal patterns are compiled only once. */
  checked: Map<string, PatternProblem | undefined>;
}

export interface PatternProblem {
  message: string;
  hint: string;
}
