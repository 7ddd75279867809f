/** Edits of a suite's blocks. Pure, like the edits of its tests. */
import {
  type Block,
  type Interaction,
  isBlockName,
  isParameterName,
  type Suite,
} from '@parley/suite';
import { emptyInteraction, insertAt, removeAt, replaceAt, withoutUndefined } from './edit-suite.ts';
import { renameIn, renameTemplates } from './rename-uses.ts';

/** A use of a block. */
export interface BlockUse {
  kind: 'test' | 'block';
  /** Index and name of the test or block that contains the use. */
  index: number;
  name: string;
  /** Index of the step that uses the block. */
  step: number;
}

const blocksOf = ({ blocks = [] }: Suite): Block[] => blocks;

/** @returns the uses of each block by the block's name, those in tests first */
export function usesOfBlocks(suite: Suite): Map<string, BlockUse[]> {
  const uses = new Map<string, BlockUse[]>();
  const look = (kind: BlockUse['kind'], parts: readonly Pick<Block, 'name' | 'interactions'>[]) => {
    for (const [index, { name, interactions }] of parts.entries()) {
      for (const [step, { input }] of interactions.entries()) {
        if (input.kind !== 'use') continue;
        const known = uses.get(input.block) ?? [];
        uses.set(input.block, [...known, { kind, index, name, step }]);
      }
    }
  };
  look('test', suite.tests);
  look('block', blocksOf(suite));
  return uses;
}

function freeBlockName(suite: Suite, wanted: string): string {
  const taken = new Set(blocksOf(suite).map(({ name }) => name));
  if (!taken.has(wanted)) return wanted;
  const stem = wanted.replace(/ \d+$/, '');
  let number = 2;
  while (taken.has(`${stem} ${number}`)) number += 1;
  return `${stem} ${number}`;
}

/** Appends a new block. */
export function addBlock(suite: Suite): Suite {
  const block: Block = {
    name: freeBlockName(suite, 'New block'),
    parameters: [],
    interactions: [emptyInteraction],
  };
  return { ...suite, blocks: [...blocksOf(suite), block] };
}

export function cloneBlock(suite: Suite, index: number): Suite {
  const original = blocksOf(suite)[index];
  if (!original) return suite;
  const copy = { ...structuredClone(original), name: freeBlockName(suite, original.name) };
  return { ...suite, blocks: insertAt(blocksOf(suite), index + 1, copy) };
}

/** Deletes a block. Its uses stay, and are errors until they are removed. */
export function deleteBlock(suite: Suite, index: number): Suite {
  const { blocks: _, ...rest } = suite;
  const blocks = removeAt(blocksOf(suite), index);
  return blocks.length > 0 ? { ...rest, blocks } : rest;
}

function changeBlock(suite: Suite, index: number, change: (block: Block) => Block): Suite {
  return { ...suite, blocks: replaceAt(blocksOf(suite), index, change) };
}

export function describeBlock(suite: Suite, index: number, description: string | undefined): Suite {
  return changeBlock(suite, index, (block) => withoutUndefined({ ...block, description }));
}

export function changeBlockSteps(
  suite: Suite,
  index: number,
  change: (interactions: Interaction[]) => Interaction[],
): Suite {
  return changeBlock(suite, index, (block) => ({
    ...block,
    interactions: change(block.interactions),
  }));
}

/** @returns true if the name is valid and no other block has it */
export function canBlockBeNamed(suite: Suite, index: number, name: string): boolean {
  const isTaken = blocksOf(suite).some((block, at) => at !== index && block.name === name);
  return isBlockName(name) && !isTaken;
}

/** Renames a block in all its uses. An invalid name changes nothing. */
export function renameBlock(suite: Suite, index: number, name: string): Suite {
  const from = blocksOf(suite)[index]?.name;
  if (from === undefined || !canBlockBeNamed(suite, index, name)) return suite;
  const renamed = changeBlock(suite, index, (block) => ({ ...block, name }));
  return changeUses(renamed, from, (input) => ({ ...input, block: name }));
}

/** @returns true if the name is valid and no other parameter of the block has it */
export function canParameterBeNamed(block: Block, at: number, name: string): boolean {
  const isTaken = block.parameters.some((other, index) => index !== at && other === name);
  return isParameterName(name) && !isTaken;
}

/** Adds a parameter. Uses of the block are errors until they set it. */
export function addParameter(suite: Suite, index: number): Suite {
  return changeBlock(suite, index, (block) => {
    let name = 'value';
    for (let number = 2; block.parameters.includes(name); number += 1) name = `value${number}`;
    return { ...block, parameters: [...block.parameters, name] };
  });
}

/** Renames a parameter in the steps of its block and in all uses of the block. An invalid name changes nothing. */
export function renameParameter(suite: Suite, index: number, at: number, name: string): Suite {
  const block = blocksOf(suite)[index];
  const from = block?.parameters[at];
  if (!block || from === undefined || !canParameterBeNamed(block, at, name)) return suite;
  const renamed = changeBlock(suite, index, ({ parameters, interactions, ...rest }) => ({
    ...rest,
    parameters: replaceAt(parameters, at, () => name),
    interactions: renameTemplates(interactions, (text) =>
      renameIn(text, from, name, 'without data'),
    ),
  }));
  return changeUses(renamed, block.name, (input) => ({
    ...input,
    parameters: Object.fromEntries(
      Object.entries(input.parameters).map(([key, text]) => [key === from ? name : key, text]),
    ),
  }));
}

/** Removes a parameter from its block and from all uses of the block. */
export function removeParameter(suite: Suite, index: number, at: number): Suite {
  const block = blocksOf(suite)[index];
  const removed = block?.parameters[at];
  if (!block || removed === undefined) return suite;
  const without = changeBlock(suite, index, (old) => ({
    ...old,
    parameters: removeAt(old.parameters, at),
  }));
  return changeUses(without, block.name, (input) => {
    const { [removed]: _, ...parameters } = input.parameters;
    return { ...input, parameters };
  });
}

type Use = Extract<Interaction['input'], { kind: 'use' }>;

function changeUses(suite: Suite, name: string, change: (use: Use) => Use): Suite {
  const inSteps = <Part extends { interactions: Interaction[] }>(part: Part): Part => {
    const isUse = ({ input }: Interaction) => input.kind === 'use' && input.block === name;
    if (!part.interactions.some(isUse)) return part;
    const interactions = part.interactions.map((step) =>
      step.input.kind === 'use' && step.input.block === name
        ? { ...step, input: change(step.input) }
        : step,
    );
    return { ...part, interactions };
  };
  return {
    ...suite,
    tests: suite.tests.map(inSteps),
    blocks: blocksOf(suite).map(inSteps),
  };
}
