/** Templates without a value; their place decides if a test can still run. */
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

/** A template without a value, `{{name}}` or `${name}` as it is written. */
export interface Unfilled {
  template: string;
  place: UnfilledPlace;
  /** The request that contains it. */
  request?: string;
}

/**
 * `forbidden`: text that a reply must not contain. The template itself then is a leak that the
 * check would find.
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
 * @returns every template of a test and of its channel that has no value, given `findReplace`, the
 * suite's variables and the test's data row; `ofDevice` has the values of a virtual device
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
  const { beforeEach = [], afterEach = [] } = configuration;
  const lookAtRequests = (requests: readonly SuiteRequest[], when: string) => {
    for (const [index, { request, assertions, save = {} }] of requests.entries()) {
      const where = `${describeRequest(request)} (${when}, number ${index + 1})`;
      for (const one of inRequest(request, assertions, values, saved, where)) {
        found.set(`${where} ${one.template}`, one);
      }
      for (const name of Object.keys(save)) saved.add(name);
    }
  };
  lookAtRequests(beforeEach, 'before each');
  const note = ({ name, source }: Placeholder, place: UnfilledPlace) => {
    if (channelNames.has(name) || hasValue(values, name) || saved.has(name)) return;
    found.set(`${place} ${source}`, { template: source, place });
  };
  const { channel } = configuration;
  for (const placeholder of channel ? channelPlaceholders(channel) : []) {
    // In a script of a page it is a template literal of JavaScript.
    const isScript = placeholder.setting === 'initialize' && placeholder.source.startsWith('$');
    // Where spans are evidence, each message has a value of its own.
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
      for (const one of inRequest(input.request, assertions, values, saved)) {
        found.set(`${one.request} ${one.template}`, one);
      }
      continue;
    }
    lookAtInteraction(interaction, (text, place) => look(replace(text), place));
    for (const name of Object.keys(interaction.save ?? {})) saved.add(name);
  }
  lookAtRequests(afterEach, 'after each');
  return [...found.values()];
}

/**
 * Finds templates without a value in a request and its assertions. An address, a body or an expectation that still contains a
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
    .filter(({ name }) => name !== 'conversationId' && !hasValue(values, name) && !saved.has(name))
    .map(({ source }) => ({
      template: source,
      place: 'request',
      request: where,
    }));
}

/** @returns the first template of a request that has no value, as it is written */
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
  // A call with a template in it is never made, so that nothing would be found.
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

/** @returns `{{name}} has no value, in …`, for people */
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

/** @returns what to do about a template without a value */
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
 * Decides if a template without a value prevents a test from running. `${name}` may be literal, and so may forbidden text;
 * without an address or its authentication, no bot can be reached, in either version of the syntax. A request with an unfilled
 * template would ask about something else.
 * @returns true if the test must be reported as an error
 */
export function isUnusable({ template, place }: Unfilled, { syntax }: SuiteConfiguration): boolean {
  // Without its value, a check that a secret is not said would hold whatever is said.
  if (place === 'request' || (syntax === 2 && isSecret(template))) return true;
  if (template.startsWith('$') || place === 'forbidden' || place === 'setting') return false;
  return syntax === 2 || place === 'address' || place === 'authentication';
}
