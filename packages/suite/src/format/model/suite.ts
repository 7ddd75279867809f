/**
 * The model of a test suite: the contents of a suite file, independent of its spelling. The text form (see parse.ts) is a
 * multi-document YAML stream: a configuration document, then one document per test or block. The model is plain JSON data, so
 * it can be sent over a socket or to a worker.
 */

import type { SystemRequest } from '../../requests/system-request.ts';
import type { Prices } from '../../tools/prices.ts';
import type { ToolCheck } from '../../tools/tool-check.ts';
import type { Interjection } from '../../voice/interjection.ts';
import type { VoiceCheck } from '../../voice/voice-check.ts';
import type { Agent } from './agent.ts';
import type { ChannelConfiguration } from './channel-configuration.ts';
import type { GateSettings } from './gate.ts';
import type { Json } from './json.ts';
import type { Operator } from './operator.ts';
import type { RepeatRule } from './repeat.ts';
import type { SpanSources } from './span-sources.ts';

export type { Json } from './json.ts';
export type { Operator } from './operator.ts';
export type { SpanSources } from './span-sources.ts';

export type Platform = 'webchat' | 'phone';

export interface Suite {
  configuration: SuiteConfiguration;
  tests: Test[];
  /** Steps that tests share; absent if there are none. Version 2 of the syntax. */
  blocks?: Block[];
  /** Linked blocks of the project's library, which the text of a stored run contains; see library.ts. */
  library?: Block[];
  /** The agent that the configuration names, from the text of a stored run; see link-agent.ts. Its channel and evidence are also those of the configuration. */
  agent?: Agent;
}

/** Steps that tests share with `$USE name`. */
export interface Block {
  name: string;
  /** Names of the parameters. Every use gives a text for each, which replaces `{{name}}` in the block. */
  parameters: string[];
  description?: string;
  interactions: Interaction[];
}

export interface SuiteConfiguration {
  /** Version of the language's rules. Version 2 fails checks that version 1 passes without proof. Default 1. */
  syntax?: 1 | 2;
  description?: string;
  platform?: Platform;
  /** BCP 47, for example "en-US". */
  locale?: string;
  voiceId?: string;
  tags?: string[];
  /** Name of the agent that the suite tests, whose channel and evidence it uses. Version 2 of the syntax. */
  agent?: string;
  /** Connection to the bot. A suite without a channel can be edited but not run. */
  channel?: ChannelConfiguration;
  /** Values for `{{name}}` in inputs and expectations. */
  variables?: Record<string, string>;
  /** Rows of test data by name. The values of a row take precedence over variables; `${data.key}` refers to them, too. */
  data?: Record<string, Record<string, string>>;
  /** Row for tests that do not name one. */
  dataRow?: string;
  /** Texts to replace in messages and expectations before templates are filled in. */
  findReplace?: Record<string, string>;
  /** Services whose spans show which tools ran. Version 2 of the syntax. */
  evidence?: SpanSources;
  /** Price per million tokens of each model. Version 2 of the syntax. */
  prices?: Prices;
  /** Repeat rule of all tests, where it differs from the defaults. Version 2 of the syntax. */
  repeat?: Partial<RepeatRule>;
  /** Requirements for releasing a version. Version 2 of the syntax. */
  gate?: GateSettings;
  /** Name of the judge that `=?` asks; absent for the project's default judge. Version 2 of the syntax. */
  judge?: string;
  /** Names of secrets that messages to the bot can contain. Version 2 of the syntax. */
  secretsInMessages?: string[];
  /** The environment that the run was started with. Never part of the text. */
  environment?: SuiteEnvironment;
  /** Requests to send once per run, before the first test, in order. Version 2 of the syntax. */
  beforeAll?: SuiteRequest[];
  /** Requests to send before the conversation of each test, in order. Version 2 of the syntax. */
  beforeEach?: SuiteRequest[];
  /** Requests to send after the conversation of each test, whatever its outcome. Version 2 of the syntax. */
  afterEach?: SuiteRequest[];
  /** Words that speech recognition confuses with the intended word, which is the key. `_` in a word stands for a space. */
  homophones?: Record<string, string[]>;
  /** Maximum wait for one reply, in milliseconds. Default 15,000. */
  replyTimeoutMs?: number;
  /** Limit for all replies of a conversation together, in milliseconds. No limit if absent. */
  latencyBudgetMs?: number;
  /** Maximum number of tests to run at the same time, 1 to 50. Default 5. */
  concurrency?: number;
  /** Retries of a test if the cause is outside the bot, 0 to 5. Default 0. */
  retries?: number;
  /** True to end a test at its first failed interaction. Default false. */
  stopOnFailure?: boolean;
  /** True to ignore punctuation and repeated spaces when comparing texts. Default false. */
  lenient?: boolean;
  /** Minimum similarity (0 to 1) that a `fuzzy` assertion accepts. Default 0.8. */
  fuzzyThreshold?: number;
  /** Keys that Parley does not interpret. They are written back unchanged. */
  extra?: Record<string, Json>;
}

/** Values to start a run with, so that one suite can test staging and production. Version 2 of the syntax. */
export interface SuiteEnvironment {
  name: string;
  /** Values by name. They take precedence over the suite's variables; a data row takes precedence over both. */
  variables: Readonly<Record<string, string>>;
  /** Values for `{{secret.name}}`, by name. A stored run shows them as `***`. */
  secrets: Readonly<Record<string, string>>;
}

/** A request before all tests, or before or after each, which prepares what the test needs or cleans up. */
export interface SuiteRequest {
  request: SystemRequest;
  /** All of them must hold. If none checks the status, the request has to succeed. */
  assertions: Assertion[];
  /** Values of the response to save for templates, by name: paths, `status` or `body`. */
  save?: Record<string, string>;
  /**
   * Time for which the saved values are valid: milliseconds, or the path of a number of seconds in the response. Only for
   * requests before all tests, which are sent again when it has passed. Absent: valid for the whole run.
   */
  expires?: number | string;
}

export interface Test {
  name: string;
  /** `only` skips every test that is not `only`; `skip` skips this test. */
  mode: 'normal' | 'only' | 'skip';
  tags: string[];
  description?: string;
  /** Name of a row in the configuration's `data`. */
  dataRow?: string;
  /** Key that identifies the test in the history, if it differs from the name; see test-keys.ts. */
  key?: string;
  /** Repeat rule of the test, where it differs from the suite. Version 2 of the syntax. */
  repeat?: Partial<RepeatRule>;
  interactions: Interaction[];
}

/** One turn: the user's message and the expected reply. */
export interface Interaction {
  input: Input;
  /** All of them must hold. If there are none, any reply is accepted, even an empty one. */
  assertions: Assertion[];
  /** `goto` and `exit` branches. After the assertions were evaluated, the first one whose condition holds is taken. */
  branches: Branch[];
  label?: string;
  /** Values of the turn, or of the response to a check, to save for later steps, by name; see saved-value.ts. Version 2 of the syntax. */
  save?: Record<string, string>;
  /** Sources of the metrics that the step measures, by metric name; see metric-source.ts. Version 2 of the syntax. */
  metrics?: Record<string, string>;
  /** Words that we speak while the far side does. Version 2 of the syntax. */
  interjection?: Interjection;
  /** `set key: value` lines: settings of this step only. */
  settings: Record<string, Json>;
  /** Position of the step in the text; present after uses of blocks were expanded, see expand-blocks.ts. */
  origin?: StepOrigin;
}

/** Position of a step in the text of a suite with blocks. */
export interface StepOrigin {
  /** Index of the interaction in its test, as written. */
  step: number;
  /**
   * The blocks that contain the step, from the one that the test uses to the innermost, with the index of the step in each;
   * absent if the step is written in the test. `isInLibrary` is true for blocks of the project's library.
   */
  blocks?: { name: string; step: number; isInLibrary?: true }[];
}

/** The user's message or action. `open` sends nothing and waits for the bot to speak first (its greeting). */
export type Input =
  | { kind: 'text'; text: string }
  | { kind: 'open' }
  | { kind: 'dial' }
  | { kind: 'dtmf'; digits: string }
  | { kind: 'pause'; seconds: number }
  | { kind: 'silence' }
  /** Sends nothing to the bot. The assertions apply to the response of the system of record. Version 2 of the syntax. */
  | { kind: 'check'; request: SystemRequest }
  /** Stands for the steps of a block, with a text for each parameter. Version 2 of the syntax. */
  | { kind: 'use'; block: string; parameters: Record<string, string> };

export interface Branch {
  /** Condition of the branch. Without a condition, the branch is always taken. */
  when?: Assertion;
  to: { kind: 'goto'; target: string } | { kind: 'exit' };
}

export interface Assertion {
  /** Property to check: `prompt` (the reply's text) or a path into the reply, for example `buttons[0].title`. */
  property: string;
  operator: Operator;
  /** Alternatives, of which one has to match. Numbers and booleans keep their type. */
  expected: (string | number | boolean | null)[];
  /** True if none of the alternatives is allowed to match. */
  negated: boolean;
  /**
   * A check of tool calls. If present, it is what is evaluated, and the other fields only describe it. Requires version 2 of
   * the syntax.
   */
  tools?: ToolCheck;
  /** A check of timing on a call. If present, the other fields only describe it. Requires version 2 of the syntax. */
  voice?: VoiceCheck;
}
