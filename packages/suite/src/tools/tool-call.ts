/** A call of a tool as it was reported, and what a report of calls proves. */
import type { Json } from '../format/model/suite.ts';
import type { ToolFormatName } from './format-names.ts';
import type { TokenUse } from './token-use.ts';

export interface ToolCall {
  name: string;
  /** ID given by the model or the agent. */
  id?: string;
  /** Absent if there were no arguments, or if they could not be parsed. */
  args?: Json;
  /** The raw arguments, if they are not JSON or too long to keep completely. */
  rawArgs?: string;
  result?: Json;
  /** True if only the beginning of the result was kept. */
  isResultCut?: true;
  error?: string;
  /** The agent, sub-agent or server that made the call, if the format names it. */
  agent?: string;
  /** `requested`: the model asked for it. `executed`: a result or an error shows that it ran. `refused`: it was not run. */
  stage: 'requested' | 'executed' | 'refused';
  /** Calls of one round were requested together, so their order means nothing. Counts from 0 in each turn. */
  round: number;
  /** `service.name` of the spans that show it. */
  source?: string;
  /** Start time on the clock of its source, in milliseconds since 1970. */
  startedAt?: number;
  durationMs?: number;
  /** Parts of the call that its span does not record. */
  unrecorded?: ('args' | 'result')[];
  /** Calls with the same value may be a single call. */
  same?: string;
}

/** What one turn shows of tools and models. */
export interface ToolReport {
  /** Absent where the reply itself reports no calls. */
  format?: ToolFormatName;
  /** Services whose spans had to show every call. If present, a call counts as run only if something shows that it ran. */
  sources?: string[];
  calls: ToolCall[];
  /** Reasons why there may be more calls than listed, in words. Absent if the report is complete. */
  gaps?: string[];
  /**
   * Names of calls before the last message of the user, see told-calls.ts. Those that no earlier turn reported
   * may have been made in this one.
   */
  told?: string[];
  /** True if nothing in the turn was in the format, so the report says nothing at all. */
  isForeign?: true;
  /** Tokens of the models; absent in runs of releases that did not read them, and if nothing would show them. */
  tokens?: TokenUse;
}

/** A part of a turn that may report calls. */
export interface ToolPart {
  /** Name of the event, if the protocol has names. */
  name?: string;
  data: Json;
}
