/** A reported tool call, and what a report of calls proves. */
import type { Json } from '../format/model/suite.ts';
import type { ToolFormatName } from './format-names.ts';
import type { TokenUse } from './token-use.ts';

export interface ToolCall {
  name: string;
  /** ID given by the model or the agent. */
  id?: string;
  /** Absent if there were no arguments or they could not be parsed. */
  args?: Json;
  /** The arguments as received, if they are not JSON, or the first part of them if they are too long. */
  rawArgs?: string;
  result?: Json;
  /** True if only the beginning of the result was kept. */
  isResultCut?: true;
  error?: string;
  /** Agent, sub-agent or server that made the call; absent if the format does not name it. */
  agent?: string;
  /**
   * `requested`: the model requested the call. `executed`: a result or an error shows that it ran. `refused`: it was not run.
   */
  stage: 'requested' | 'executed' | 'refused';
  /**
   * Round of the call within its turn, from 0. Calls of the same round were requested together, so their order means nothing.
   */
  round: number;
  /** `service.name` of the span that shows the call. */
  source?: string;
  /** Start time on the clock of the source, in milliseconds since the epoch. */
  startedAt?: number;
  durationMs?: number;
  /** Parts of the call that its span does not record. */
  unrecorded?: ('args' | 'result')[];
  /** Calls with the same value may be a single call. */
  same?: string;
  /**
   * What is uncertain about a call that was joined by a value of the conversation. `turn`: it was made in the conversation, in
   * this turn or an earlier one. `call`: moreover, it may be one that another span shows.
   */
  unsure?: 'turn' | 'call';
}

/** What a turn shows about tools and models. */
export interface ToolReport {
  /** Absent if the reply itself reports no calls. */
  format?: ToolFormatName;
  /** Services whose spans had to show every call. If present, a call counts only if something shows that it ran. */
  sources?: string[];
  calls: ToolCall[];
  /** Why there may be more calls, as sentences. Absent if the report is complete. */
  gaps?: string[];
  /**
   * Why spans that are joined by values of the conversation may be missing, in this turn and all earlier ones, as sentences. Those
   * of the last turn replace those of earlier turns. Absent if none are missing.
   */
  joinGaps?: string[];
  /**
   * Names of the calls before the user's last message; see told-calls.ts. Calls that no earlier turn reported may have been
   * made in this turn.
   */
  told?: string[];
  /** True if no part of the turn was in the format, so that the report proves nothing. */
  isForeign?: true;
  /** Tokens of the models; absent if nothing reports them, and in runs of earlier releases. */
  tokens?: TokenUse;
}

/** A part of a turn that can report calls. */
export interface ToolPart {
  /** Name of the event, if the protocol has names. */
  name?: string;
  data: Json;
}
