/**
 * Replaces the uses of blocks with their steps. All code that plans, runs or compares tests works on the result, so only this
 * file decides what a use means.
 */

import { escapeAt } from '../format/model/fill-address.ts';
import { parseInput } from '../format/model/inputs.ts';
import type { Assertion, Block, Branch, Interaction, Suite, Test } from '../format/model/suite.ts';
import { escapePattern, mapLiterals, replacePlaceholders } from '../format/model/template.ts';
import { uniqueNamer } from '../format/model/unique-names.ts';
import { branchTargets } from '../format/parse/branches.ts';
import { isPattern } from '../match/contains.ts';
import { escapeFor } from '../requests/escape-for.ts';
import { mapJsonTexts, type SystemRequest } from '../requests/system-request.ts';
import { mapCheckTexts } from '../tools/tool-check.ts';

/** Maximum nesting depth of blocks. A deeper use is not expanded. */
export const blockDepthMax = 8;

/** Maximum number of steps that blocks add to a test. */
export const blockStepsMax = 1_000;

/** Maximum number of steps that blocks add to a suite. */
export const blockStepsOfSuiteMax = 20_000;

export const usesBlocks = ({ interactions }: Pick<Test, 'interactions'>): boolean =>
  interactions.some(({ input }) => input.kind === 'use');

/**
 * @returns the suite with each use replaced by the steps of its block, each step with its origin; the same object if it has no
 * blocks. A use that cannot be expanded stays, and its test reports an error, so that missing steps never go unnoticed.
 */
export function expandBlocks(suite: Suite): Suite {
  const { blocks = [], library = [], ...rest } = suite;
  if (!suite.blocks && !suite.library && !suite.tests.some(usesBlocks)) return suite;
  const byName = { own: byNameOf(blocks), library: byNameOf(library) };
  const ofSuite = { stepsLeft: blockStepsOfSuiteMax };
  return { ...rest, tests: suite.tests.map((test) => expandTest(test, byName, ofSuite)) };
}

interface BlocksByName {
  own: ReadonlyMap<string, Block>;
  library: ReadonlyMap<string, Block>;
}

const byNameOf = (blocks: readonly Block[]) => new Map(blocks.map((block) => [block.name, block]));

function expandTest(test: Test, blocks: BlocksByName, ofSuite: Expansion['ofSuite']): Test {
  if (!usesBlocks(test)) return test;
  const expansion = { blocks, label: uniqueNamer(), stepsLeft: blockStepsMax, ofSuite };
  const interactions = expandSteps(test.interactions, expansion, {
    outer: (step) => ({ step }),
    through: [],
    isInLibrary: false,
    values: {},
  });
  return { ...test, interactions };
}

interface Expansion {
  blocks: BlocksByName;
  /** Gives each target of a branch its own label. */
  label: (name: string) => string;
  stepsLeft: number;
  ofSuite: { stepsLeft: number };
}

/** The context in which steps are expanded: a test, or one use of a block. */
interface Frame {
  outer(step: number): NonNullable<Interaction['origin']>;
  /** The blocks that enclose these steps, outermost first. */
  through: Block[];
  /** True for the steps of a block of the library, which finds only blocks of the library. */
  isInLibrary: boolean;
  /** The text of each parameter. */
  values: Readonly<Record<string, string>>;
}

function expandSteps(
  interactions: readonly Interaction[],
  expansion: Expansion,
  frame: Frame,
): Interaction[] {
  const labels = labelsOf(interactions, (target) => expansion.label(put(target, frame.values)));
  const targetOf = branchTargets({ interactions: [...interactions] });
  return interactions.flatMap((interaction, step) => {
    const origin = interaction.origin ?? frame.outer(step);
    const { label: _, ...unlabelled } = withValues(interaction, frame.values);
    const label = labels.get(step);
    const branches = unlabelled.branches.map((branch, at) => {
      const { to } = interaction.branches[at] as Branch;
      const target = to.kind === 'goto' ? targetOf(to.target) : undefined;
      const of = target === undefined ? undefined : labels.get(target);
      return of === undefined ? branch : { ...branch, to: { kind: 'goto' as const, target: of } };
    });
    const written = { ...unlabelled, branches, ...(label !== undefined && { label }), origin };
    return written.input.kind === 'use' ? expandUse(written, expansion, frame) : [written];
  });
}

function expandUse(use: Interaction, expansion: Expansion, frame: Frame): Interaction[] {
  const { input, origin = { step: 0 } } = use;
  if (input.kind !== 'use') return [use];
  const { own, library } = expansion.blocks;
  const { through } = frame;
  const ownBlock = frame.isInLibrary ? undefined : own.get(input.block);
  const block = ownBlock ?? library.get(input.block);
  if (!block) return [use];
  const isInLibrary = block !== ownBlock;
  const isTooDeep = through.includes(block) || through.length >= blockDepthMax;
  const isComplete = block.parameters.every((name) => Object.hasOwn(input.parameters, name));
  const { length } = block.interactions;
  const left = Math.min(expansion.stepsLeft, expansion.ofSuite.stepsLeft);
  if (isTooDeep || !isComplete || length === 0 || length > left) return [use];
  expansion.stepsLeft -= length;
  expansion.ofSuite.stepsLeft -= length;
  const { step: outerStep, blocks = [] } = origin;
  return expandSteps(block.interactions, expansion, {
    outer: (step) => ({
      step: outerStep,
      blocks: [...blocks, { name: block.name, step, ...(isInLibrary && { isInLibrary }) }],
    }),
    through: [...through, block],
    isInLibrary,
    values: Object.fromEntries(
      block.parameters.map((name) => [name, input.parameters[name] as string]),
    ),
  });
}

/**
 * Labels the targets of the branches in a test or a block, by step index. A `goto` in a block thus stays within that use of the
 * block, and a `goto` in a test never jumps into a block.
 */
function labelsOf(
  interactions: readonly Interaction[],
  unique: Expansion['label'],
): Map<number, string> {
  const targetOf = branchTargets({ interactions: [...interactions] });
  const labels = new Map<number, string>();
  for (const { to } of interactions.flatMap(({ branches }) => branches)) {
    const target = to.kind === 'goto' ? targetOf(to.target) : undefined;
    if (to.kind !== 'goto' || target === undefined || labels.has(target)) continue;
    labels.set(target, unique(to.target));
  }
  return labels;
}

type Values = Frame['values'];

/** Fills in the parameters of a step. */
function withValues(interaction: Interaction, values: Values): Interaction {
  if (Object.keys(values).length === 0) return interaction;
  const { input, assertions, branches, save, metrics, settings, interjection } = interaction;
  const plain: Change = (text) => put(text, values);
  return {
    ...interaction,
    input: inputWith(input, values),
    assertions: assertions.map((one) => assertionWith(one, values)),
    branches: branches.map(({ when, to }) => ({
      ...(when && { when: assertionWith(when, values) }),
      to,
    })),
    ...(save && { save: mapTexts(save, (source) => expectationWith(source, values)) }),
    ...(interjection && {
      interjection: { ...interjection, text: put(interjection.text, values) },
    }),
    ...(metrics && { metrics: mapTexts(metrics, (source) => expectationWith(source, values)) }),
    settings: Object.fromEntries(
      Object.entries(settings).map(([key, value]) => [key, mapJsonTexts(value, plain)]),
    ),
  };
}

type Change = (text: string) => string;

function inputWith(input: Interaction['input'], values: Values): Interaction['input'] {
  switch (input.kind) {
    case 'text': {
      const text = put(input.text, values);
      // As with variables, a value alone never becomes a command.
      const isCommand = /^\$(?!\{)/.test(input.text.trim()) && text !== input.text;
      return isCommand ? parseInput(text) : { kind: 'text', text };
    }
    case 'check':
      return { kind: 'check', request: requestWith(input.request, values) };
    case 'use':
      return { ...input, parameters: mapTexts(input.parameters, (text) => put(text, values)) };
    default:
      return input;
  }
}

function requestWith(request: SystemRequest, values: Values): SystemRequest {
  const { url, headers, json, body } = request;
  const plain: Change = (text) => put(text, values);
  const sent = headers && mapTexts(headers, plain);
  const type = Object.entries(sent ?? {}).find(([name]) => /^content-type$/i.test(name))?.[1];
  const escapeInBody = escapeFor(type ?? '');
  return {
    ...request,
    url: put(url, values, escapeAt),
    ...(sent && { headers: sent }),
    ...(json !== undefined && { json: mapJsonTexts(json, plain) }),
    ...(body !== undefined && { body: put(body, values, escapeInBody) }),
  };
}

const mapTexts = (texts: Record<string, string>, change: Change): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, change(text)]));

function assertionWith(assertion: Assertion, values: Values): Assertion {
  const { property, expected, tools } = assertion;
  const fill: Change = (text) => expectationWith(text, values);
  return {
    ...assertion,
    ...(tools && { tools: mapCheckTexts(tools, fill) }),
    property: put(property, values),
    expected: expected.map((value) => (typeof value === 'string' ? fill(value) : value)),
  };
}

const expectationWith = (text: string, values: Values): string =>
  isPattern(text) ? put(text, values, escapePattern) : put(text, values);

/**
 * Fills in parameters. Literal parts of a value are escaped for the place where they are inserted. Templates in a value stay;
 * their values are escaped when the templates are filled in.
 */
function put(
  text: string,
  values: Values,
  escapeIn?: (value: string, before: string | undefined) => string,
): string {
  return replacePlaceholders(text, (name, before) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined || !escapeIn) return value;
    return mapLiterals(value, (literal) => escapeIn(literal, before));
  });
}
