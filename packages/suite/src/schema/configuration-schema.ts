/** Schema of a suite's configuration. A test compares it with the parser, key by key and value by value. */
import { agentNameLengthMax, agentNamePattern } from '../format/model/agent.ts';
import { judgeNameLengthMax, judgeNamePattern } from '../format/model/judge-name.ts';
import { replyTimeoutMsMax, retriesMax } from '../format/parse/parse-configuration.ts';
import { foreignKeys } from '../format/parse/unknown-keys.ts';
import { gateRulesMax } from '../gate/read-gate.ts';
import { maxTriesMax } from '../repeat/repeat-rule.ts';
import { requestMethods } from '../requests/system-request.ts';
import { channelSchema } from './channel-schema.ts';
import {
  about,
  flag,
  type JsonSchema,
  mapping,
  number,
  tags,
  text,
  texts,
  time,
  when,
  wholeNumber,
} from './json-schema.ts';

/** Maximum time to repeat requests and to wait for spans, in milliseconds. */
const waitMsMax = 300_000;

const rate = (example: string): JsonSchema => ({
  type: ['number', 'string'],
  exclusiveMinimum: 0,
  exclusiveMaximum: 1,
  pattern: '^\\s*(\\d{0,2}\\.?\\d+\\s*%|0?\\.\\d+)\\s*$',
  examples: [example],
});

export const repeatSchema: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    passRate: about('Pass rate that is good enough.', rate('0.95')),
    tolerate: about('Pass rate that is not tolerable any more.', rate('0.8')),
    maxTries: about('Most tries until the rate is known.', wholeNumber(1, maxTriesMax)),
    tries: about('Number of tries in any case. Not with maxTries.', wholeNumber(1, maxTriesMax)),
  },
  not: { required: ['tries', 'maxTries'] },
};

const share: JsonSchema = {
  type: ['number', 'string'],
  exclusiveMinimum: 0,
  exclusiveMaximum: 1,
  pattern: '^(\\d{1,2}(\\.\\d+)? ?(%|points?)|0\\.\\d+)$',
};

const rateRule: JsonSchema = {
  type: 'object',
  minProperties: 1,
  additionalProperties: false,
  properties: {
    noWorseBy: about('How much worse than the baseline it may be, such as 10%.', share),
    atLeast: about('What must be reached, such as 90%.', share),
  },
};

const gate: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    baseline: about('The run to compare with: a report, a run id, label:main or last-green.', {
      type: 'string',
      minLength: 1,
    }),
    maxAge: about('How old the baseline may be, such as 7d.', {
      type: 'string',
      pattern: '^\\d+(\\.\\d+)? ?(ms|s|m|h|d)$',
    }),
    question: about('What the comparison is about.', { enum: ['these tests', 'tests like these'] }),
    changedTests: about('What happens with tests that were edited.', {
      enum: ['undecided', 'leave out'],
    }),
    judges: about('How verdicts of judges count that nobody has measured.', {
      enum: ['undecided', 'trust'],
    }),
    rules: about('What a version must meet.', {
      type: 'array',
      minItems: 1,
      maxItems: gateRulesMax,
      items: {
        type: ['string', 'object'],
        pattern: '^must$',
        minProperties: 1,
        maxProperties: 1,
        additionalProperties: false,
        properties: { 'pass rate': rateRule, 'tries without tool errors': rateRule },
        patternProperties: {
          '^replies within \\d+(\\.\\d+)? ?(ms|s|m|h|d)$': rateRule,
          '^tries within \\d[\\d,]* ((input|output) )?tokens$': rateRule,
          '^tries within \\d{1,9}(\\.\\d{1,12})? [A-Z]{3}$': rateRule,
          '^tries with \\S.* (<=|>=|<|>) -?\\d{1,15}(\\.\\d{1,15})?$': rateRule,
        },
      },
    }),
  },
};

const price: JsonSchema = { ...number(0, 100_000), pattern: '^\\s*\\d{1,6}(\\.\\d{1,6})?\\s*$' };

const prices: JsonSchema = {
  type: 'object',
  required: ['currency', 'models'],
  additionalProperties: false,
  properties: {
    currency: about('Three capital letters, such as USD.', {
      type: 'string',
      pattern: '^\\s*[A-Z]{3}\\s*$',
    }),
    models: about('Prices of a million tokens by model. A name may end with *.', {
      type: 'object',
      minProperties: 1,
      propertyNames: { pattern: '^[^*]*\\*?$' },
      additionalProperties: {
        type: 'object',
        required: ['input', 'output'],
        additionalProperties: false,
        properties: { input: price, cached: price, cacheWrite: price, output: price },
      },
    }),
  },
};

const evidence: JsonSchema = {
  type: 'object',
  required: ['sources'],
  additionalProperties: false,
  properties: {
    sources: about('Services whose spans show which tools ran, by service.name.', {
      type: 'array',
      minItems: 1,
      maxItems: 20,
      uniqueItems: true,
      items: { type: ['string', 'number', 'boolean'], pattern: '\\S' },
    }),
    join: about('Values of the conversation by the attribute that has them in its spans.', {
      type: 'object',
      minProperties: 1,
      maxProperties: 5,
      propertyNames: { pattern: '\\S' },
      additionalProperties: { type: 'string', pattern: '\\{\\{.*\\}\\}|\\$\\{.*\\}' },
    }),
    settle: about('Time without spans after which a turn is complete.', time(1000, waitMsMax)),
    timeout: about('Longest wait for the spans of a turn.', time(1000, waitMsMax)),
  },
};

/** Settings of a request to the system of record, both in checks and before or after tests. */
export const requestSettings: Record<string, JsonSchema> = {
  headers: about('Headers of the request.', texts),
  json: about('Body of the request as JSON.', {}),
  body: about('Body of the request as text.', text),
  within: about('Repeats the request until it holds, for this long.', time(1000, waitMsMax)),
  stays: about(
    'Repeats the request for this long; it has to hold each time.',
    time(1000, waitMsMax),
  ),
};

const methods = requestMethods
  .map((method) => [...method].map((letter) => `[${letter}${letter.toLowerCase()}]`).join(''))
  .join('|');

/** Pattern of a method and an address. */
export const requestLine = `\\s*(${methods})\\s+([Hh][Tt][Tt][Pp][Ss]?://|\\{\\{|\\$\\{).*`;

export const save: JsonSchema = {
  type: 'object',
  minProperties: 1,
  propertyNames: { pattern: '^[\\w-]+$' },
  additionalProperties: text,
};

const onlyReads: JsonSchema = {
  properties: { request: { pattern: '^\\s*([Gg][Ee][Tt]|[Hh][Ee][Aa][Dd])\\s' } },
};
const hasBody: JsonSchema = { anyOf: [{ required: ['json'] }, { required: ['body'] }] };

const requestItem: JsonSchema = {
  type: 'object',
  required: ['request'],
  additionalProperties: false,
  properties: {
    request: about('Method and address, such as POST {{api}}/orders.', {
      type: 'string',
      pattern: `^${requestLine}$`,
    }),
    ...requestSettings,
    status: about('Expected status, such as 201.', {}),
    expect: about('Expectations of the answer, such as $.id exists.', {}),
    save: about('Values to keep, by name, such as order: $.id.', save),
  },
  not: { required: ['json', 'body'] },
  allOf: [
    when({ anyOf: [{ required: ['within'] }, { required: ['stays'] }] }, onlyReads),
    when({ ...onlyReads, required: ['request'] }, { not: hasBody }),
  ],
};

const requests: JsonSchema = {
  type: 'array',
  minItems: 1,
  maxItems: 20,
  items: requestItem,
};

/** The time or path after which saved values are fetched again. */
const expires: JsonSchema = {
  type: ['string', 'number'],
  exclusiveMinimum: 0,
  pattern: '^\\s*(\\$.*|\\d+(\\.\\d+)?\\s*(ms|s|m|h)?)\\s*$',
  examples: ['50m', '$.expires_in'],
};

const requestsOfRun: JsonSchema = {
  ...requests,
  items: {
    ...requestItem,
    properties: {
      ...requestItem.properties,
      expires: about('How long saved values are valid, such as 50m or $.expires_in.', expires),
    },
    allOf: [...(requestItem.allOf ?? []), when({ required: ['expires'] }, { required: ['save'] })],
  },
};

const replyTimeout = 'Longest wait for a reply';

/** Schemas by key of the configuration. */
export const configurationKeys: Record<string, JsonSchema> = {
  syntax: about('Version of the test language. 2 has strict rules; begin new suites with it.', {
    enum: [1, 2, '1', '2'],
  }),
  description: about('What the suite is for.', text),
  platform: about('What is tested.', { enum: ['webchat', 'phone'] }),
  locale: about('Language of the bot, such as en-US.', text),
  voiceId: about('Kept, but not used.', text),
  tags: about('Tags of the suite, to select it by.', tags),
  channel: about('How the bot is reached.', channelSchema),
  variables: about('Names with values for {{name}}.', texts),
  data: about('Rows of test data by name.', {
    type: 'object',
    additionalProperties: texts,
  }),
  dataRow: about('The default row, for tests that name none.', text),
  findReplace: about('Texts to replace in messages and expectations.', texts),
  homophones: about('Words that speech recognition confuses, by the intended word.', {
    ...mapping,
    additionalProperties: tags,
  }),
  evidence: about('Spans that show which tools an agent called.', evidence),
  prices: about('What tokens of models cost.', prices),
  repeat: about('Tries of each test, and the pass rate that decides.', repeatSchema),
  gate: about('Rules that a version must meet.', gate),
  secretsInMessages: about('Secrets that may be said to the bot.', {
    type: 'array',
    items: {
      type: 'string',
      pattern:
        '^(?!(text|conversationId|messageId|after|traceparent|secret|data|__proto__)$)[A-Za-z_][\\w-]{0,63}$',
    },
  }),
  agent: about('The agent of the project to test, by name. Instead of channel and evidence.', {
    // The parser reads `true` and numbers as names, too.
    type: ['string', 'boolean', 'number'],
    minimum: 0,
    pattern: agentNamePattern,
    maxLength: agentNameLengthMax,
  }),
  judge: about('The judge that =? asks, by name. Default: the judge of the project.', {
    // The parser reads `true` as a name, too.
    type: ['string', 'boolean'],
    pattern: judgeNamePattern,
    maxLength: judgeNameLengthMax,
  }),
  'before all': about('Requests once per run, such as the fetch of a token.', requestsOfRun),
  'before each': about('Requests before each test.', requests),
  'after each': about('Requests after each test, whatever happened.', requests),
  replyTimeout: about(`${replyTimeout}: seconds, or with a unit.`, time(1000, replyTimeoutMsMax)),
  maxResponseWaitTime: about(`${replyTimeout}, in milliseconds.`, time(1, replyTimeoutMsMax)),
  latencyBudget: about(
    'Time limit of all replies of a conversation together, in seconds.',
    time(1000, replyTimeoutMsMax),
  ),
  concurrency: about('Tests that run at the same time, 1 to 50. Default 5.', wholeNumber(1, 50)),
  retries: about(
    'Retries of a test, 0 to 5, if the cause is outside the bot.',
    wholeNumber(0, retriesMax),
  ),
  stopOnFailure: about('Ends a test at its first failed interaction.', flag),
  stopTestOnFailure: about('The same as stopOnFailure.', flag),
  lenient: about('Ignores punctuation and repeated spaces in comparisons.', flag),
  lenientMode: about('The same as lenient.', flag),
  fuzzyThreshold: about('Lowest similarity that ~~ accepts, 0 to 1. Default 0.8.', number(0, 1)),
};

/** Schema of the configuration as a mapping. */
export const configurationObject: JsonSchema = {
  type: 'object',
  properties: configurationKeys,
  patternProperties: { [`^(request\\..*|${[...foreignKeys].join('|')})$`]: {} },
  additionalProperties: false,
};
