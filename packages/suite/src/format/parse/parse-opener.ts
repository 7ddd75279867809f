/** Parses an element to press before a chat can be used, from the text of a suite or from a single line. */
import { isMap, parse } from 'yaml';
import type { Opener } from '../model/channel-configuration.ts';
import { follow, pairsOf, type Reader, textOf, textsOf } from './values.ts';

/** @returns undefined if the value is neither a selector nor an element in an iframe */
export function readOpener(reading: Reader, value: unknown): Opener | undefined {
  const selector = textOf(reading, value);
  if (selector !== undefined) return selector || undefined;
  const node = follow(reading, value);
  if (!isMap(node)) return undefined;
  const pairs = pairsOf(reading, node);
  const under = (name: string) => pairs.find(({ key }) => key === name)?.value;
  const frame = textsOf(reading, under('frame'));
  const press = textOf(reading, under('press'));
  return frame && press && pairs.length === 2 ? { frame, press } : undefined;
}

/** Parses a line that `printOpener` printed. Any other line is a selector. */
export function parseOpener(line: string): Opener {
  if (!line.startsWith('{')) return line;
  const { frame, press, ...others } = mappingIn(line);
  const frames = Array.isArray(frame) ? frame : [frame];
  const isOpener =
    [...frames, press].every((text) => typeof text === 'string' && text !== '') &&
    frames.length > 0 &&
    Object.keys(others).length === 0;
  return isOpener ? { frame: frames, press: press as string } : line;
}

function mappingIn(line: string): Record<string, unknown> {
  try {
    const read: unknown = parse(line, { schema: 'failsafe', logLevel: 'silent' });
    return typeof read === 'object' && read !== null ? { ...read } : {};
  } catch {
    return {};
  }
}
