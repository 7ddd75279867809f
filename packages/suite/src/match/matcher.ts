/**
 * The interfaces of matching: an assertion is checked against a reply and gives a verdict that
 * explains itself. A new kind of matcher is one file next to this one and one line in kinds.ts.
 */
import type { Failure } from '../events/failure.ts';
import type { Assertion, Json, Operator } from '../format/model/suite.ts';
import type { ToolReport } from '../tools/tool-call.ts';

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

/** What the bot said in one turn: all of its messages until the turn was over. */
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
   * Milliseconds that the request for it waited for its turn at the host. The reply may have been ready
   * meanwhile, so this counts as latency, but not against the reply timeout.
   */
  heldMs?: number;
  /** The answer as it came, for JSON paths. */
  payload: Json;
  /** It is a list of several answers, which made up the turn. */
  isSeveral?: true;
  /** Events of the turn without text, in order; absent if there were none. */
  events?: BotEvent[];
  /** Some events were dropped: an unlisted one may still have occurred. */
  areEventsCut?: true;
  /** Confidence of a spoken reply, 0 to 1. */
  confidence?: number;
  /** The confidence is below the required one, or unknown: the text as a whole decides nothing. */
  isUnsure?: true;
  /** Why, unless the confidence is low. */
  unsureReason?: UnsureReason;
  /** The lowest confidence that decides something on this line, 0 to 1. */
  requiredConfidence?: number;
  /**
   * Its text with a placeholder for each uncertain word; what passes on it passes whatever these
   * words were. Absent if nothing is known about single words.
   */
  sureText?: string;
  /**
   * An observation besides the words, for an unexpected reply: shown next to the difference, and
   * instead of it only if no word was heard that could differ.
   */
  remark?: Failure;
  /** Speech before the call was answered, in order; absent if there was none. */
  early?: EarlyWords[];
  /** Its last message was still growing when its time was over: what follows was not seen. */
  isGrowing?: true;
  /** A credential of the suite was in it, and is not kept: it reads `***` now. */
  isMasked?: true;
  /** Which tools were called in the turn; absent where nothing would show it. */
  tools?: ToolReport;
}

/** Words that were heard before a call was answered. */
export interface EarlyWords {
  text: string;
  /** See `Reply`. */
  confidence?: number;
  isUnsure?: true;
  unsureReason?: UnsureReason;
  requiredConfidence?: number;
}

/** The recognizer reports no confidence, or nobody has measured what it is worth on such a line. */
export type UnsureReason = 'no-confidence' | 'not-calibrated';

/** A frame or an event without text: a tool call, a typing sign, an acknowledgement, a heartbeat. */
export interface BotEvent {
  /** As the bot names it, where the protocol has names for events. */
  name?: string;
  data: Json;
}

export interface MatchSettings {
  lenient: boolean;
  fuzzyThreshold: number;
  /** True if case is ignored in `prompt` and `transcript`; elsewhere it never is. */
  ignoreCase: boolean;
  /** Replaced in `prompt` and `transcript` before texts are compared; see `SuiteConfiguration`. */
  homophones?: Record<string, string[]>;
  /** The rules of version 2 of the syntax. */
  isStrict?: boolean;
}

/** Why an assertion passed or failed, in a form that a person can check. */
export interface Verdict {
  passed: boolean;
  /** It neither passed nor failed: what is known decides nothing, or nothing that could tell was there. */
  standing?: 'undecided' | 'error';
  assertion: Assertion;
  /** The rule in words: `prompt contains "checking account", ignoring case`. */
  rule: string;
  /** What stood at the property, of a long text the beginning; null where nothing did. */
  actual: string | null;
  /** Total characters, if `actual` is only the beginning; the reply next to it has all of them. */
  actualLength?: number;
  /** The alternative that matched, or the nearest one. */
  expected?: string;
  /** Similarity of `expected` and `actual`, 0 to 1. */
  score?: number;
  /** Word by word, from `expected` to `actual`; only for failed comparisons of texts. */
  difference?: DifferencePart[];
  /** What would have passed, in words; where a judge decided, its reason. */
  hint?: string;
  /** Each vote, where a judge decided. */
  votes?: Vote[];
  /** Which judge decided. Absent in runs of earlier releases. */
  judge?: JudgeId;
  /** What was measured where a recording was compared. */
  sound?: SoundFacts;
  /** A negated comparison that held because nothing stood at the property. */
  isAbsent?: true;
  /** Why the absence may be a mistake in the suite. Settled at the end of the run, see `absence.ts`. */
  doubt?: AbsenceDoubt;
  /** Why the check could not have failed, so that its pass proves nothing. */
  vacuous?: string;
}

/**
 * Why an absence may prove nothing: a path similar to the requested one was present, or nothing
 * that would have shown a tool call.
 */
export type AbsenceDoubt =
  | {
      kind: 'near-path';
      path: string;
      /**
       * There is almost no other reading: only case differs, or it is a part that every reply has a
       * name for.
       */
      isCertain?: true;
    }
  | { kind: 'no-tool-source' };

/** A comparison of what a line said with a recording. Times count from the begin of its sound. */
export interface SoundFacts {
  /** Name of the recording. */
  recording: string;
  /** SHA-256 of the file, in hex: a verdict stands as long as the recording is the same. */
  sha256: string;
  /** Difference in the worst 300 ms, in dB, and where they begin. */
  worstDb: number;
  worstAtMs: number;
  /** Proportion of the recording that could be compared, 0 to 1. */
  coverage: number;
  /** From the noise of the line to the prompt, in dB. */
  snrDb: number;
  /** Other sound before and after the recording. */
  extraBeforeMs: number;
  extraAfterMs: number;
}

/** Tells judges apart: one with another model, prompt or number of votes is another judge. */
export interface JudgeId {
  fingerprint: string;
  /** Names by which the models that answered call themselves, if they do. */
  models?: string[];
}

/** One opinion of a judge. */
export interface Vote {
  holds: boolean;
  reason: string;
}

export interface DifferencePart {
  /** `around`: words of the actual text that the comparison does not look at. */
  kind: 'same' | 'missing' | 'extra' | 'around';
  text: string;
}

/** One alternative, compiled to compare with many replies. */
export interface Comparison {
  /** `actual` is undefined where the property does not exist. */
  holds(actual: Json | undefined): boolean;
  /**
   * Why a failure decides nothing, even if negated: the filled-in value is unusable, or not all of
   * the actual value was examined.
   */
  problem?(actual: Json | undefined): string | undefined;
  /**
   * Why a failure proves nothing: the actual value cannot be compared. `isAll`: none of the actual
   * values can.
   */
  unfit?(actual: Json | undefined): { reason: string; isAll: boolean } | undefined;
  /** @returns true if it holds for every text, as `prompt: ""` does; absent where it never can */
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
  /** Texts are compared, so that a failure can show what differs. */
  comparesTexts: boolean;
  /** The expected text must be the whole actual one; otherwise it must occur in it. */
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
  /** The same for what a recognizer heard, in version 2; undefined if it is compared as it is written. */
  compileSpoken?(expected: Expected, settings: MatchSettings): Comparison | undefined;
  /** What would have passed. Called only after a failure. */
  hint?(expected: Expected, actual: string, settings: MatchSettings): string | undefined;
}

/** Budget for compiling the patterns of one text, which checks them. */
export interface PatternBudget {
  /** In steps as `patternEffort` counts them, some 3 µs each. */
  effortLeft: number;
  /** Results of the patterns checked so far: the same one is compiled once. */
  checked: Map<string, PatternProblem | undefined>;
}

export interface PatternProblem {
  message: string;
  hint: string;
}
