/** Rules for the environment in which a suite runs: valid names, valid secrets, and where a suite can use secrets. */
import { requestTexts } from '../../requests/system-request.ts';
import { describeInput } from './inputs.ts';
import { shorten } from './shorten.ts';
import type { Interaction, Suite, SuiteConfiguration, SuiteEnvironment, Test } from './suite.ts';
import { placeholdersIn, replacerOf, secretPrefix } from './template.ts';

/** Minimum length of a secret. Shorter ones occur in texts by chance, so they could not be masked. */
export const secretCharactersMin = 8;
export const secretCharactersMax = 4_000;
export const environmentValueMax = 4_000;
/** Maximum number of variables in an environment, and of secrets. */
export const environmentNamesMax = 100;

/** Names that Parley fills in itself, or that are prefixes of other names. */
const reservedNames = new Set([
  '__proto__',
  'text',
  'conversationId',
  'messageId',
  'after',
  'traceparent',
  'secret',
  'data',
]);

/** @returns why the name of a variable or secret is invalid, as a sentence; undefined if it is valid */
export function environmentNameProblem(name: string): string | undefined {
  if (reservedNames.has(name)) return `“${name}” is reserved; use another name.`;
  if (/^[A-Za-z_][\w-]{0,63}$/.test(name)) return undefined;
  return `“${shorten(name)}” is not a valid name: use up to 64 letters, digits, _ and -, starting with a letter or _.`;
}

/** @returns why the value of a secret is invalid, as a sentence without the value; undefined if it is valid */
export function secretProblem(value: string): string | undefined {
  if (value !== value.trim()) return 'A secret cannot begin or end with spaces or line breaks.';
  if (value.length < secretCharactersMin) {
    return `A secret has at least ${secretCharactersMin} characters. A shorter one can occur by chance, so it could not be masked.`;
  }
  if (new Set(value).size < 3) {
    return 'A secret has at least 3 different characters. Others can occur by chance, so it could not be masked.';
  }
  return value.length > secretCharactersMax
    ? `A secret has at most ${secretCharactersMax.toLocaleString('en-US')} characters.`
    : undefined;
}

/** @returns the suite with the values of an environment; unchanged in version 1 of the syntax */
export function withEnvironment(suite: Suite, environment: SuiteEnvironment): Suite {
  if (suite.configuration.syntax !== 2) return suite;
  return { ...suite, configuration: { ...suite.configuration, environment } };
}

const nameOfSecret = (name: string): string | undefined =>
  name.startsWith(secretPrefix) ? name.slice(secretPrefix.length) : undefined;

/** @returns the names of the secrets that texts use */
const secretsIn = (texts: readonly string[]): string[] =>
  texts.flatMap((text) =>
    placeholdersIn(text).flatMap(({ name }) => {
      const secret = nameOfSecret(name);
      return secret === undefined ? [] : [secret];
    }),
  );

/** @returns why a test cannot use a secret where a bot or a judge would read it; undefined if every use is allowed */
export function secretMisuse(
  { interactions }: Pick<Test, 'interactions'>,
  configuration: SuiteConfiguration,
): { message: string; hint: string } | undefined {
  const replace = replacerOf(configuration);
  const allowed = new Set(configuration.secretsInMessages);
  for (const { input, assertions, interjection } of interactions) {
    const texts = [input.kind === 'text' ? input.text : '', interjection?.text ?? ''];
    const said = secretsIn(texts.map(replace));
    const secret = said.find((name) => !allowed.has(name));
    if (secret !== undefined) {
      return {
        message: `{{${secretPrefix}${secret}}} would be sent to the bot, in “${shorten(describeInput(input))}”.`,
        hint: `If this is intended, allow it in the configuration: secretsInMessages: [${secret}]`,
      };
    }
    const judged = assertions
      .filter(({ operator }) => operator === 'means')
      .flatMap(({ expected }) => expected.filter((text) => typeof text === 'string'));
    const [read] = secretsIn(judged.map(replace));
    if (read !== undefined) {
      return {
        message: `{{${secretPrefix}${read}}} would be read by the judge, in “${shorten(describeInput(input))}”.`,
        hint: 'Compare with another operator, such as == or contains.',
      };
    }
  }
  return undefined;
}

/** @returns why the channel cannot use a secret where a model would read it; undefined if every use is allowed */
export function channelSecretMisuse({
  channel,
  secretsInMessages = [],
}: SuiteConfiguration): { message: string; hint: string } | undefined {
  if (channel?.kind !== 'openai') return undefined;
  const secret = secretsIn([channel.system ?? '', channel.model ?? '']).find(
    (name) => !secretsInMessages.includes(name),
  );
  return secret === undefined
    ? undefined
    : {
        message: `{{${secretPrefix}${secret}}} would be sent to the model, in "system" or "model" of the channel.`,
        hint: `If this is intended, allow it in the configuration: secretsInMessages: [${secret}]`,
      };
}

/**
 * @returns the names of variables of the environment that the suite or the test also saves, so that one of the two values would
 * be lost
 */
export function savedVariables(
  { interactions }: Test,
  { environment, beforeAll = [], beforeEach = [], afterEach = [] }: SuiteConfiguration,
): string[] {
  const names = Object.keys(environment?.variables ?? {});
  if (names.length === 0) return [];
  const saving = [...beforeAll, ...beforeEach, ...afterEach, ...interactions];
  const saved = new Set(saving.flatMap(({ save = {} }) => Object.keys(save)));
  return names.filter((name) => saved.has(name));
}

/** @returns true if an assertion or a branch condition of the step contains a secret */
export function expectsSecrets(interaction: Interaction | undefined): boolean {
  if (!interaction) return false;
  const { assertions, branches } = interaction;
  return secretsIn([JSON.stringify([assertions, branches])]).length > 0;
}

/** @returns true if a test, its channel or its requests use a secret */
export function usesSecrets(
  { interactions }: Pick<Test, 'interactions'>,
  configuration: SuiteConfiguration,
): boolean {
  const { channel, beforeAll = [], beforeEach = [], afterEach = [] } = configuration;
  const requests = [...beforeAll, ...beforeEach, ...afterEach].map(({ request }) => request);
  const checks = interactions.flatMap(({ input }) =>
    input.kind === 'check' ? [input.request] : [],
  );
  const texts = [
    JSON.stringify(channel ?? {}),
    ...[...requests, ...checks].flatMap(requestTexts),
    ...interactions.flatMap(({ input }) => (input.kind === 'text' ? [input.text] : [])),
  ];
  return secretsIn([...texts, ...texts.map(replacerOf(configuration))]).length > 0;
}
