/**
 * JSON Schema of `testing.json`, the settings file next to suites. Keys that Parley does not use are allowed, because they are
 * kept.
 */
import { replyTimeoutMsMax, retriesMax } from '../format/parse/parse-configuration.ts';
import { configurationKeys } from './configuration-schema.ts';
import { about, type JsonSchema } from './json-schema.ts';

const text: JsonSchema = { type: 'string' };
const flag: JsonSchema = { type: 'boolean' };
const list: JsonSchema = { type: ['string', 'array'] };

const time = (perUnit: number): JsonSchema => ({
  type: 'number',
  minimum: 0.5 / perUnit,
  maximum: replyTimeoutMsMax / perUnit,
});

const timeout = about('Longest wait for a reply, in milliseconds.', time(1));
const unused = 'Parley does not use it.';

/** Keys whose values differ from those in a suite. */
export const testingJsonKeys: Record<string, JsonSchema> = {
  description: about('What the suites are for.', text),
  locale: about('Language of the bot, such as en-US.', text),
  voiceId: about('Kept, but not used.', text),
  platform: about('What is tested.', { enum: ['webchat', 'phone', 'twilio'] }),
  tags: about('Tags of all suites.', list),
  homophones: about('Words that speech recognition confuses, by the intended word.', {
    type: 'object',
    additionalProperties: list,
  }),
  findReplace: about('Texts to replace in messages and expectations.', {
    type: 'object',
    additionalProperties: text,
  }),
  lenientMode: about('Ignores punctuation and repeated spaces in comparisons.', flag),
  stopTestOnFailure: about('Ends a test at its first failed interaction.', flag),
  maxResponseWaitTime: timeout,
  maxAsyncE2EResponseWaitTime: timeout,
  maxAsyncE2EWaitTime: timeout,
  replyTimeout: about('Longest wait for a reply, in seconds.', time(1000)),
  retryNumber: about('Retries of a test, if the cause is outside the bot.', {
    type: 'integer',
    minimum: 0,
    maximum: retriesMax,
  }),
  fuzzyThreshold: about('Lowest similarity that ~~ accepts.', {
    type: 'number',
    minimum: 0,
    maximum: 1,
  }),
};

const foreign = Object.fromEntries(
  ['type', 'client', 'jest', 'trace', 'html', 'batchEnabled', 'asyncMode'].map((key) => [
    key,
    about(unused, {}),
  ]),
);

/** @returns the schema of `testing.json` */
export const testingJsonSchema = (): JsonSchema => ({
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'Settings of Parley suites (testing.json)',
  type: 'object',
  properties: { ...configurationKeys, ...testingJsonKeys, ...foreign },
});
