/** Finds templates without a value. Their place decides if a test can run nevertheless. */
import {
  describeRequest,
  requestTexts,
  type SystemRequest,
} from '../../requests/system-request.ts';
import { checkTexts } from '../../tools/tool-check.ts';
import { type ChannelPlace, channelNames, channelPlaceholders } from './channel-placeholders.ts';
import { printInput } from './inputs.ts';
import type {
  Assertion,
  Interaction,
  Json,
  SuiteConfiguration,
  SuiteRequest,
  Test,
} from './suite.ts';
import {
  hasValue,
  type Placeholder,
  placeholdersIn,
  replacerOf,
  secretPrefix,
  type Values,
  valuesFor,
} from './template.ts';

/** A template without a value: `{{name}}` or `${name}`, as written. */
export interface Unfilled {
  template: string;
  place: UnfilledPlace;
  /** The request that contains the template. */
  request?: string;
}

/**
 * Place of a template. `forbidden` is text that a reply must not contain. A template there may be meant literally: the
 * check finds replies that leak it.
 */
type UnfilledPlace =
  | 'address'
  | 'authentication'
  | 'header'
  | 'message'
  | 'expectation'
  | 'forbidden'
  | 'setting'
  | 'request';

/**
 * @returns every template without a value in a test and its channel, after `findReplace`
 * @param ofDevice template values of a virtual device
 */
export function unfilledOf(
  test: Test,
  configuration: SuiteConfiguration,
  ofDevice?: Values,
): Unfilled[] {
  const values = valuesFor(configuration, test, ofDevice);
  const replace = replacerOf(configuration);
  const found = new Map<string, Unfilled>();
  const saved = new Set<string>();
  const { beforeAll = [], beforeEach = [], afterEach = [] } = configuration;
  const lookAtRequests = (requests: readonly SuiteRequest[], when: string, given = values) => {
    for (const [index, { request, assertions, save = {} }] of requests.entries()) {
      const where = `${describeRequest(request)} (${when}, number ${index + 1})`;
      for (const one of inRequest(request, assertions, given, saved, where)) {
        found.set(`${where} ${one.template}`, one);
      }
      for (const name of Object.keys(save)) saved.add(name);
    }
  };
  // These requests belong to no test, so they have neither its row nor its conversation.
  lookAtRequests(beforeAll, 'before all', valuesFor(configuration, undefined, ofDevice));
  lookAtRequests(beforeEach, 'before each', { ...values, conversationId: '' });
  const note = ({ name, source }: Placeholder, place: UnfilledPlace) => {
    if (channelNames.has(name) || hasValue(values, name) || saved.has(name)) return;
    found.set(`${place} ${source}`, { template: source, place });
  };
  const { channel } = configuration;
  for (const placeholder of channel ? channelPlaceholders(channel) : []) {
    // In a page script, `${…}` is a JavaScript template literal.
    const isScript = placeholder.setting === 'initialize' && placeholder.source.startsWith('$');
    // If spans are evidence, each message gets a value of its own.
    const isTrace = placeholder.name === 'traceparent' && placeholder.setting === 'request';
    if (isTrace && configuration.evidence) continue;
    if (!isScript) note(placeholder, placeOf[placeholder.place]);
  }
  const look = (text: string, place: UnfilledPlace) => {
    for (const placeholder of placeholdersIn(text)) note(placeholder, place);
  };
  for (const interaction of test.interactions) {
    if (interaction.input.kind === 'check') {
      const { input, assertions } = interaction;
      const given = { ...values, conversationId: '' };
      for (const one of inRequest(input.request, assertions, given, saved)) {
        found.set(`${one.request} ${one.template}`, one);
      }
      for (const name of Object.keys(interaction.save ?? {})) saved.add(name);
      continue;
    }
    lookAtInteraction(interaction, (text, place) => look(replace(text), place));
    for (const name of Object.keys(interaction.save ?? {})) saved.add(name);
  }
  lookAtRequests(afterEach, 'after each', { ...values, conversationId: '' });
  return [...found.values()];
}

/**
 * Finds templates without a value in a request and its assertions. An address, body or expectation that still contains a
 * template proves nothing.
 */
function inRequest(
  request: SystemRequest,
  assertions: readonly Assertion[],
  values: Values,
  saved: ReadonlySet<string>,
  where = describeRequest(request),
): Unfilled[] {
  const texts = [...requestTexts(request), ...assertions.flatMap(textsOfAssertion)];
  return texts
    .flatMap(placeholdersIn)
    .filter(({ name }) => !hasValue(values, name) && !saved.has(name))
    .map(({ source }) => ({
      template: source,
      place: 'request',
      request: where,
    }));
}

/** @returns the first template without a value in a request, as written */
export const nameWithoutValue = (
  { request, assertions }: SuiteRequest,
  values: Values,
): string | undefined => inRequest(request, assertions, values, new Set())[0]?.template;

const textsOfAssertion = ({ property, expected }: Assertion): string[] => [
  property,
  ...expected.filter((value) => typeof value === 'string'),
];

type Look = (text: string, place: UnfilledPlace) => void;

const placeOf: Record<ChannelPlace, UnfilledPlace> = {
  address: 'address',
  auth: 'authentication',
  header: 'header',
  body: 'message',
};

function lookAtInteraction(
  { input, assertions, branches, settings, interjection }: Interaction,
  look: Look,
) {
  if (interjection) look(interjection.text, 'message');
  if (input.kind === 'text') look(printInput(input), 'message');
  for (const assertion of assertions) lookAtAssertion(assertion, look);
  for (const { when } of branches) if (when) lookAtAssertion(when, look);
  for (const value of Object.values(settings)) lookAtJson(value, look);
}

function lookAtAssertion({ property, expected, negated, tools }: Assertion, look: Look): void {
  // A call that contains a template never occurs, so even a check that forbids it proves nothing.
  if (tools) for (const text of checkTexts(tools)) look(text, 'expectation');
  look(property, 'expectation');
  for (const value of expected) {
    if (typeof value === 'string') look(value, negated ? 'forbidden' : 'expectation');
  }
}

function lookAtJson(value: Json, look: Look): void {
  if (typeof value === 'string') look(value, 'setting');
  else if (Array.isArray(value)) for (const item of value) lookAtJson(item, look);
}

const places: Record<UnfilledPlace, string> = {
  address: 'an address of the channel',
  authentication: 'the authentication of the channel',
  header: 'a header of the channel',
  message: 'what is sent',
  expectation: 'an expectation',
  forbidden: 'what must not be said',
  setting: 'a setting of a step',
  request: 'a request',
};

/** @returns `{{name}} has no value, in …` */
export function describeUnfilled(
  { template, place, request }: Unfilled,
  { environment }: SuiteConfiguration = {},
): string {
  const where = request === undefined ? places[place] : `the request ${request}`;
  const lacking =
    environment &&
    ` The environment “${environment.name}” has no ${kindOf(template)} of that name.`;
  return `${template} has no value, in ${where}.${lacking ?? ''}`;
}

const isSecret = (template: string): boolean =>
  placeholdersIn(template).some(({ name }) => name.startsWith(secretPrefix));

const kindOf = (template: string) => (isSecret(template) ? 'secret' : 'variable');

/** @returns how to fix a template without a value */
export function unfilledHint(
  { template }: Unfilled,
  { environment }: SuiteConfiguration = {},
): string {
  if (environment) return `Add it to the environment “${environment.name}”, or choose another one.`;
  return isSecret(template)
    ? 'Secrets belong to an environment: choose one for the run, or name one with --env.'
    : 'Give it a value: under variables or data in the configuration, by the environment or the virtual device, or with --var.';
}

/**
 * @returns true if a template without a value prevents the test from running. `${name}` and templates in forbidden text
 * may be meant literally. Without its address or authentication, the bot cannot be reached, in either version of the syntax.
 * A request with an unfilled template would ask for something else.
 */
export function isUnusable({ template, place }: Unfilled, { syntax }: SuiteConfiguration): boolean {
  // Without the secret's value, a check that a reply does not contain the secret would always pass.
  if (place === 'request' || (syntax === 2 && isSecret(template))) return true;
  if (template.startsWith('$') || place === 'forbidden' || place === 'setting') return false;
  return syntax === 2 || place === 'address' || place === 'authentication';
}
