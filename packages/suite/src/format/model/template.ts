/**
 * Templates: `{{name}}`, and `${name}` as in other tools. Code in templates is never evaluated: names are only looked up. A
 * name without a value stays as written, so that it is noticed.
 */
import { isPattern } from '../../match/contains.ts';
import { withoutEdges, withoutWildcards } from '../../match/text.ts';
import { mapCheckTexts } from '../../tools/tool-check.ts';
import { parseInput, printInput } from './inputs.ts';
import type { Assertion, Branch, Interaction, Json, SuiteConfiguration, Test } from './suite.ts';

export type Values = Readonly<Record<string, string>>;

/**
 * Escapes a value for its place in the text. `before` is the filled-in text before the value, undefined at the beginning of the
 * template. `name` is the name of the value.
 */
export type EscapeValue = (value: string, before: string | undefined, name: string) => string;

/** A parsed template, which fills in values. */
export type Template = (values: Values, escapeValue?: EscapeValue) => string;

const placeholder = /\{\{\s*([\w.-]+)\s*\}\}|\$\{\s*([\w.-]+)\s*\}/g;

const placeholderFirst = /^(?:\{\{\s*[\w.-]+\s*\}\}|\$\{\s*[\w.-]+\s*\})/;

export const beginsWithPlaceholder = (text: string): boolean => placeholderFirst.test(text);

export const hasPlaceholder = (text: string): boolean => text.search(placeholder) >= 0;

export interface Placeholder {
  name: string;
  /** The placeholder as written: `{{name}}` or `${name}`. */
  source: string;
}

/** The placeholders of a text, in order. */
export function placeholdersIn(text: string): Placeholder[] {
  if (!text.includes('{')) return [];
  return [...text.matchAll(placeholder)].map((found) => ({
    name: (found[1] ?? found[2]) as string,
    source: found[0],
  }));
}

/**
 * Replaces each placeholder with the result of `replace`, or keeps it if the result is undefined. `before` is the text before
 * the placeholder, undefined at the beginning.
 */
export function replacePlaceholders(
  text: string,
  replace: (name: string, before: string | undefined) => string | undefined,
): string {
  if (!text.includes('{')) return text;
  let replaced = '';
  let end = 0;
  for (const found of text.matchAll(placeholder)) {
    replaced += text.slice(end, found.index);
    const name = (found[1] ?? found[2]) as string;
    replaced += replace(name, found.index === 0 ? undefined : replaced) ?? found[0];
    end = found.index + found[0].length;
  }
  return replaced + text.slice(end);
}

/** Changes the text between placeholders. */
export function mapLiterals(text: string, change: (literal: string) => string): string {
  let mapped = '';
  let end = 0;
  for (const { index, 0: source } of text.matchAll(placeholder)) {
    mapped += change(text.slice(end, index)) + source;
    end = index + source.length;
  }
  return mapped + change(text.slice(end));
}

/** Parses a template that is filled in many times. */
export function compileTemplate(text: string): Template {
  if (text !== last.text) last = { text, template: read(text) };
  return last.template;
}

/** Caches the last template, because the conversations of a run usually fill in the same one. */
let last: { text: string; template: Template } = { text: '', template: () => '' };

function read(text: string): Template {
  const literals: string[] = [];
  const holes: { name: string; source: string }[] = [];
  let end = 0;
  for (const found of text.matchAll(placeholder)) {
    literals.push(text.slice(end, found.index));
    holes.push({ name: (found[1] ?? found[2]) as string, source: found[0] });
    end = found.index + found[0].length;
  }
  const rest = text.slice(end);
  if (holes.length === 0) return () => text;
  return (values, escapeValue) => {
    let filled = '';
    holes.forEach(({ name, source }, index) => {
      const value = lookUp(values, name);
      filled += literals[index];
      const before = index === 0 && filled === '' ? undefined : filled;
      filled += value === undefined ? source : (escapeValue?.(value, before, name) ?? value);
    });
    return filled + rest;
  };
}

/** Fills in a template that is used only once. */
export function fillTemplate(text: string, values: Values, escapeValue?: EscapeValue): string {
  return text.includes('{') ? read(text)(values, escapeValue) : text;
}

/** Looks up a value. `data.key` means `key` of the test's row. */
function lookUp(values: Values, name: string): string | undefined {
  if (Object.hasOwn(values, name)) return values[name];
  const key = name.startsWith('data.') ? name.slice(5) : undefined;
  // A secret has a single name, so that every guard sees where it is used.
  if (key?.startsWith(secretPrefix)) return undefined;
  return key !== undefined && Object.hasOwn(values, key) ? values[key] : undefined;
}

/**
 * @returns the values for a test: the suite's variables, overridden by those of the environment, overridden by the data row of
 * the test. Values of a virtual device are defaults for all of them. Secrets come only from the environment.
 */
export function valuesFor(
  configuration: SuiteConfiguration,
  test?: Test,
  ofDevice: Values = {},
): Values {
  const { variables, data, environment } = configuration;
  const row = test?.dataRow ?? configuration.dataRow;
  const values = row !== undefined && data && Object.hasOwn(data, row) ? data[row] : undefined;
  const secrets = Object.entries(environment?.secrets ?? {}).map(
    ([name, value]) => [secretPrefix + name, value] as const,
  );
  return {
    ...ofDevice,
    ...variables,
    ...environment?.variables,
    ...values,
    ...Object.fromEntries(secrets),
  };
}

/** Prefix of secrets: `{{secret.token}}` is the secret `token` of the environment. */
export const secretPrefix = 'secret.';

/**
 * Fills in the messages, expectations and step settings of a test.
 *
 * @param saved values that requests before the test saved; they take precedence over all others
 */
export function fillTest(
  test: Test,
  configuration: SuiteConfiguration,
  ofDevice?: Values,
  saved: Values = {},
): Test {
  const values = { ...valuesFor(configuration, test, ofDevice), ...saved };
  if (Object.keys(values).length === 0 && !configuration.findReplace) return test;
  const replace = replacerOf(configuration);
  const fill: Fill = (text) => fillTemplate(replace(text), values);
  const fillOne: FillAssertion = (assertion) =>
    fillAssertion(assertion, {
      ...savedAsLiterals(values, saved, replace),
      property: (text) => fillTemplate(text, values),
      ...(configuration.syntax === 2 && {
        pattern: (text) => fillTemplate(replace(text), values, escapePattern),
      }),
    });
  const labels = new Set(test.interactions.map(({ label }) => label));
  const fillTarget = (to: Branch['to']): Branch['to'] =>
    to.kind === 'exit' || labels.has(to.target) ? to : { ...to, target: filledTarget(to, fill) };
  return {
    ...test,
    interactions: test.interactions.map((interaction) =>
      fillInteraction(interaction, fill, fillOne, fillTarget),
    ),
  };
}

/**
 * Fills in assertions about a response.
 *
 * @param saved values that were saved during the run; they are taken literally
 */
export const fillAssertions = (
  assertions: readonly Assertion[],
  values: Values,
  saved: Values = {},
): Assertion[] => {
  const property: Fill = (text) => fillTemplate(text, values);
  const pattern: Fill = (text) => fillTemplate(text, values, escapePattern);
  const fills = savedAsLiterals(values, saved, (text) => text);
  return assertions.map((one) => fillAssertion(one, { ...fills, property, pattern }));
};

/**
 * Creates functions that fill in expectations. Values of the suite can be patterns and contain wildcards. Saved values are
 * taken literally: they came from the bot or a system, which must not determine its own expectations.
 */
function savedAsLiterals(
  values: Values,
  saved: Values,
  replace: Fill,
): Pick<FillsOfAssertion, 'plain' | 'text' | 'bare' | 'pattern'> {
  const isSaved = (name: string) =>
    Object.hasOwn(saved, name) || Object.hasOwn(saved, name.replace(/^data\./, ''));
  const fillWith = (escapeSaved: (value: string) => string): Fill => {
    return (text) =>
      fillTemplate(replace(text), values, (value, _, name) =>
        isSaved(name) ? escapeSaved(value) : value,
      );
  };
  const bare = fillWith(escapePattern);
  const literal = fillWith(withoutWildcards);
  const usesSaved = (text: string) =>
    placeholdersIn(replace(text)).some(({ name }) => isSaved(name));
  const text: Fill = (template) => {
    const filled = literal(template);
    return isPattern(filled) && usesSaved(template) ? withoutEdges(filled) : filled;
  };
  return { plain: fillWith((value) => value), text, bare, pattern: bare };
}

/** @returns a function that applies `findReplace`, to call before templates are filled in */
export function replacerOf({ findReplace = {} }: SuiteConfiguration): (text: string) => string {
  const replacements = Object.entries(findReplace).filter(([find]) => find);
  return (text) => replacements.reduce((all, [find, put]) => all.replaceAll(find, () => put), text);
}

export const hasValue = (values: Values, name: string): boolean =>
  lookUp(values, name) !== undefined;

type Fill = (text: string) => string;
type FillAssertion = (assertion: Assertion) => Assertion;

/** Escapes a variable's value, which is literal even in a pattern. */
export const escapePattern = (value: string) => value.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

function fillInteraction(
  interaction: Interaction,
  fill: Fill,
  fillOne: FillAssertion,
  fillTarget: (to: Branch['to']) => Branch['to'],
): Interaction {
  const { input, assertions, branches, settings, interjection } = interaction;
  return {
    ...interaction,
    ...(interjection && { interjection: { ...interjection, text: fill(interjection.text) } }),
    input: input.kind === 'text' ? fillInput(input.text, fill) : input,
    assertions: assertions.map(fillOne),
    branches: branches.map(({ when, to }) => ({
      ...(when && { when: fillOne(when) }),
      to: fillTarget(to),
    })),
    settings: Object.fromEntries(
      Object.entries(settings).map(([key, value]) => [key, fillJson(value, fill)]),
    ),
  };
}

/**
 * Fills in an input, so that `$${data.pin}` and `$PAUSE {{seconds}}` become commands. A value alone never becomes a command, so
 * external data cannot dial.
 */
function fillInput(text: string, fill: Fill): Interaction['input'] {
  const filled = fill(text);
  const isCommand = /^\$(?!\{)/.test(text.trim()) && filled !== text;
  return isCommand ? parseInput(filled) : { kind: 'text', text: filled };
}

/** Fills in the target of a `goto` by the same rule as the input that it refers to, so that both still match. */
function filledTarget({ target }: { target: string }, fill: Fill): string {
  const input = parseInput(target);
  return input.kind === 'text' ? printInput(fillInput(input.text, fill)) : target;
}

interface FillsOfAssertion {
  property: Fill;
  /** Fills in text that has no wildcards or patterns. */
  plain: Fill;
  text: Fill;
  /** Fills in a pattern written without slashes. */
  bare: Fill;
  pattern: Fill;
}

function fillAssertion(
  { property, expected, ...assertion }: Assertion,
  { property: fillProperty, plain, text: fillText, bare, pattern }: FillsOfAssertion,
): Assertion {
  // A variable can also contain a whole pattern, whose special characters then count.
  const comparesParts = assertion.operator === 'contains' || assertion.tools !== undefined;
  const fill = assertion.operator === 'regex' ? bare : comparesParts ? fillText : plain;
  const fillOne = (text: string) => (isPattern(text) ? pattern(text) : fill(text));
  return {
    ...assertion,
    ...(assertion.tools && { tools: mapCheckTexts(assertion.tools, fillOne) }),
    property: fillProperty(property),
    expected: expected.map((value) => (typeof value === 'string' ? fillOne(value) : value)),
  };
}

function fillJson(value: Json, fill: Fill): Json {
  if (typeof value === 'string') return fill(value);
  return Array.isArray(value) ? value.map((item) => fillJson(item, fill)) : value;
}
