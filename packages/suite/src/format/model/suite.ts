/**
 * The model of a test suite: the contents of a suite file, independent of its spelling. The text
 * form (see parse.ts) is a multi-document YAML stream: a configuration document, then one document
 * per test. The model is plain JSON data, so it can be sent over a socket or to a worker.
 */

import type { SystemRequest } from '../../requests/system-request.ts';
import type { Prices } from '../../tools/prices.ts';
import type { ToolCheck } from '../../tools/tool-check.ts';
import type { Interjection } from '../../voice/interjection.ts';
import type { VoiceCheck } from '../../voice/voice-check.ts';
import type { ChannelConfiguration } from './channel-configuration.ts';
import type { GateSettings } from './gate.ts';
import type { Json } from './json.ts';
import type { Operator } from './operator.ts';
import type { RepeatRule } from './repeat.ts';

export type { Json } from './json.ts';
export type { Operator } from './operator.ts';

export type Platform = 'webchat' | 'phone';

export interface Suite {
  configuration: SuiteConfiguration;
  tests: Test[];
  /** Steps that tests share; absent for none. Version 2 of the syntax. */
  blocks?: Block[];
}

/** Steps that tests share by `$USE name`. */
export interface Block {
  name: string;
  /** Parameter names; each use gives a text for every one. `{{name}}` within the block stands for it. */
  parameters: string[];
  description?: string;
  interactions: Interaction[];
}

export interface SuiteConfiguration {
  /** Version of the language's rules. Version 2 fails checks that version 1 lets pass without proof. Default 1. */
  syntax?: 1 | 2;
  description?: string;
  platform?: Platform;
  /** BCP 47, for example "en-US". */
  locale?: string;
  voiceId?: string;
  tags?: string[];
  /** Channel of the bot. A suite without one can be edited but not run. */
  channel?: ChannelConfiguration;
  /** Values for `{{name}}` in inputs and expectations. */
  variables?: Record<string, string>;
  /** Rows of test data by name. The values of a row take precedence over variables, and are also available as `${data.key}`. */
  data?: Record<string, Record<string, string>>;
  /** The row used by tests that name no row themselves. */
  dataRow?: string;
  /** Texts to replace in messages and expectations, before anything else is filled in. */
  findReplace?: Record<string, string>;
  /** Spans that show which tools ran. Version 2 of the syntax. */
  evidence?: SpanSources;
  /** What a million tokens of each model cost. Version 2 of the syntax. */
  prices?: Prices;
  /** Tries of each test, as far as it differs from the defaults. Version 2 of the syntax. */
  repeat?: Partial<RepeatRule>;
  /** Requirements for releasing a version. Version 2 of the syntax. */
  gate?: GateSettings;
  /** Secrets of the environment that messages to the bot may contain. Version 2 of the syntax. */
  secretsInMessages?: string[];
  /** What the run was started with. It is never part of the text. */
  environment?: SuiteEnvironment;
  /** Requests before the conversation of each test, in order. Version 2 of the syntax. */
  beforeEach?: SuiteRequest[];
  /** Requests after it, whatever happened. */
  afterEach?: SuiteRequest[];
  /**
   * Words that speech recognition confuses, by the intended word; `_` in a word stands for a space.
   */
  homophones?: Record<string, string[]>;
  /** Longest wait for one reply, in milliseconds. Default 15,000. */
  replyTimeoutMs?: number;
  /** Limit for all replies of a conversation together, in milliseconds. No limit if absent. */
  latencyBudgetMs?: number;
  /** Tests that run at the same time, 1 to 50. Default 5. */
  concurrency?: number;
  /** Retries of a test when the cause is outside the bot, 0 to 5. Default 0. */
  retries?: number;
  /** Ends a test at its first failed interaction. Default false. */
  stopOnFailure?: boolean;
  /** Ignores punctuation and repeated spaces when texts are compared. Default false. */
  lenient?: boolean;
  /** Lowest similarity (0 to 1) that a `fuzzy` assertion accepts. Default 0.8. */
  fuzzyThreshold?: number;
  /** Keys that Parley does not interpret; written back as they were read. */
  extra?: Record<string, Json>;
}

/** Values chosen when a run is started, so that one suite can test staging and production. Version 2 of the syntax. */
export interface SuiteEnvironment {
  name: string;
  /** Take precedence over the suite's variables, which are their defaults; a data row takes precedence over both. */
  variables: Readonly<Record<string, string>>;
  /** Values for `{{secret.name}}`. In a stored run, each of them is shown as `***`. */
  secrets: Readonly<Record<string, string>>;
}

export interface SpanSources {
  /** Every `service.name` that has to report each turn before anything counts as absent. */
  sources: string[];
  /** Nothing new may arrive during this time. Default 2,000 ms. */
  settleMs?: number;
  /** Longest wait for the spans of a turn. Default 15,000 milliseconds. */
  timeoutMs?: number;
}

/** A request before or after each test: it prepares what the test needs, or cleans up. */
export interface SuiteRequest {
  request: SystemRequest;
  /** All must hold. If none of them checks the status, the request has to succeed. */
  assertions: Assertion[];
  /** Values of the answer that are kept for templates, by their names: paths, `status` or `body`. */
  save?: Record<string, string>;
}

export interface Test {
  name: string;
  /** `only` leaves out every test that is not `only`; `skip` leaves out this one. */
  mode: 'normal' | 'only' | 'skip';
  tags: string[];
  description?: string;
  /** A row of the configuration's `data`. */
  dataRow?: string;
  /** Key under which its history is kept, if it differs from the name; see test-keys.ts. */
  key?: string;
  /** Its tries, as far as they differ from those of the suite. Version 2 of the syntax. */
  repeat?: Partial<RepeatRule>;
  interactions: Interaction[];
}

/** One turn: the tester's message and the expected reply. */
export interface Interaction {
  input: Input;
  /** All must hold. If there are none, any reply is accepted, even an empty one. */
  assertions: Assertion[];
  /** `goto` and `exit` branches, tried in order once the assertions were evaluated. */
  branches: Branch[];
  label?: string;
  /** Values of the turn that are kept for later steps, by their names; see saved-value.ts. Version 2 of the syntax. */
  save?: Record<string, string>;
  /** Numbers that the step measures: names with their sources; see metric-source.ts. Version 2 of the syntax. */
  metrics?: Record<string, string>;
  /** Words that we speak while the far side does. Version 2 of the syntax. */
  interjection?: Interjection;
  /** `set key: value` lines: settings of this step only. */
  settings: Record<string, Json>;
  /** Its place in the text; set once uses of blocks were replaced, see expand-blocks.ts. */
  origin?: StepOrigin;
}

/** The place of a step in the text of a suite whose test uses blocks. */
export interface StepOrigin {
  /** Index of the interaction in its test, as written. */
  step: number;
  /**
   * Path from the block that the test uses to the block that contains the step, with the position in each; absent if there is
   * none.
   */
  blocks?: { name: string; step: number }[];
}

/** The message. `open` sends nothing and waits for the bot to speak first (its greeting). */
export type Input =
  | { kind: 'text'; text: string }
  | { kind: 'open' }
  | { kind: 'dial' }
  | { kind: 'dtmf'; digits: string }
  | { kind: 'pause'; seconds: number }
  | { kind: 'silence' }
  /** Sends nothing to the bot: the assertions concern the answer of the system of record. Version 2 of the syntax. */
  | { kind: 'check'; request: SystemRequest }
  /** Stands for the steps of a block, with a text for each of its parameters. Version 2 of the syntax. */
  | { kind: 'use'; block: string; parameters: Record<string, string> };

export interface Branch {
  /** Condition of the branch; without one, it is always taken. */
  when?: Assertion;
  to: { kind: 'goto'; target: string } | { kind: 'exit' };
}

export interface Assertion {
  /**
   * The checked property: `prompt` (the reply's text) or a path into the reply, for example
   * `buttons[0].title`.
   */
  property: string;
  operator: Operator;
  /** Alternatives: one that matches is enough. Numbers and booleans are kept as such. */
  expected: (string | number | boolean | null)[];
  /** Negates the verdict: none of the alternatives may match. */
  negated: boolean;
  /** Check of tools that were called; the other fields then only describe it. Version 2 of the syntax. */
  tools?: ToolCheck;
  /** Check of timing on a call; the other fields then only describe it. Version 2 of the syntax. */
  voice?: VoiceCheck;
}
