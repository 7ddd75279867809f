/** A call of a tool as it was reported, and what a report of calls proves. */
import type { Json } from '../format/model/suite.ts';
import type { ToolFormatName } from './format-names.ts';
import type { TokenUse } from './token-use.ts';

export interface ToolCall {
  name: string;
  /** As the model or the agent gave it. */
  id?: string;
  /** Absent where none came, or none that can be parsed. */
  args?: Json;
  /** The arguments as they came, where they are no JSON or too long to be kept whole. */
  rawArgs?: string;
  result?: Json;
  /** The result is only the beginning of what came. */
  isResultCut?: true;
  error?: string;
  /** The agent, sub-agent or server that the call belongs to, where the format says so. */
  agent?: string;
  /** `requested`: the model asked for it. `executed`: a result or an error shows that it ran. `refused`: it was not run. */
  stage: 'requested' | 'executed' | 'refused';
  /** Calls of one round were asked for at once: their order says nothing. Counts from 0 in each turn. */
  round: number;
  /** `service.name` of the spans that show it. */
  source?: string;
  /** When it began by the clock of its source, in milliseconds since 1970. */
  startedAt?: number;
  durationMs?: number;
  /** What its span does not record. */
  unrecorded?: ('args' | 'result')[];
  /** Calls with the same one may be a single call. */
  same?: string;
}

/** What one turn shows of tools and models. */
export interface ToolReport {
  /** Absent where the reply itself reports no calls. */
  format?: ToolFormatName;
  /** Services whose spans had to show every call. Then a call ran only if something shows that it did. */
  sources?: string[];
  calls: ToolCall[];
  /** Why more may have been called than is listed, in words. Absent where the report is whole. */
  gaps?: string[];
  /**
   * Names of calls before the last message of the user, see told-calls.ts. Those that no earlier turn reported
   * may have been made in this one.
   */
  told?: string[];
  /** Nothing in the turn was in the format: the report says nothing at all. */
  isForeign?: true;
  /** Tokens of the models; absent in runs from before they were read, and where nothing would show them. */
  tokens?: TokenUse;
}

/** Something that came in a turn and may report calls. */
export interface ToolPart {
  /** The event's name, where the protocol has names. */
  name?: string;
  data: Json;
}
