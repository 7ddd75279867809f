/**
 * Reads values that a step saves for later steps: a property such as `$.order.id`, a pattern such as `/order (\d+)/` in the
 * text of the reply, or a value such as `tool create_order.result.id` of a tool call.
 */
import type { Json } from '../format/model/suite.ts';
import { isPattern } from './contains.ts';
import { parsePath, readPath } from './path.ts';
import { captured } from './pattern.ts';
import { compileProperty, looksAtSpeech, propertyProblem } from './property.ts';
import { settledText } from './settled-text.ts';
import { replyIn, type Turn } from './turn.ts';

/** @returns the value as text; undefined if it is absent, empty, a list or an object */
export function readSavedValue(source: string, turn: Turn | undefined): string | undefined {
  if (isPattern(source)) return captured(source, replyIn(turn)?.text ?? '');
  const ofTool = toolSource(source);
  const value = ofTool ? valueOfTool(ofTool, turn) : compileProperty(source)(turn).value;
  const isSingle =
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return isSingle && value !== '' ? String(value) : undefined;
}

/** @returns true if the value comes from a tool call, which spans or the reply have to report */
export const isOfTool = (source: string): boolean => toolSource(source) !== undefined;

/** @returns why the absence or the content of a value is uncertain, as a sentence; undefined if it is certain */
export function savedValueDoubt(source: string, turn: Turn | undefined): string | undefined {
  const ofTool = toolSource(source);
  if (ofTool) {
    const { calls = [], gaps = [], joinGaps = [] } = turn?.tools ?? {};
    const call = calls.findLast(({ name }) => name === ofTool.tool);
    if (!turn?.tools || turn.tools.isForeign) return 'Nothing reports which tools were called.';
    if (call?.unrecorded?.includes(ofTool.part)) return `The call records no ${ofTool.part}.`;
    if (call?.unsure) return `Nothing shows in which turn ${call.name} was called.`;
    return readSavedValue(source, turn) === undefined ? [...gaps, ...joinGaps][0] : undefined;
  }
  const reply = replyIn(turn);
  if (turn?.isMasked && readSavedValue(source, turn) === undefined)
    return 'Part of the reply is not stored.';
  if (reply?.isGrowing && source !== 'latency') {
    const settled = isPattern(source) ? captured(source, settledText(reply.text)) : undefined;
    return settled !== undefined && settled === readSavedValue(source, turn)
      ? undefined
      : 'The reply was still growing when its time ran out.';
  }
  if (!reply?.isUnsure || !(isPattern(source) || looksAtSpeech(source))) return undefined;
  const sure = isPattern(source) ? captured(source, reply.sureText ?? '') : undefined;
  return sure !== undefined && sure === readSavedValue(source, turn)
    ? undefined
    : 'The words were not recognized with certainty.';
}

/**
 * @returns why the source is invalid; undefined if it is valid. Patterns always count as valid, because they are checked
 * elsewhere.
 */
export function savedValueProblem(source: string): string | undefined {
  if (isPattern(source)) return undefined;
  const ofTool = toolSource(source);
  if (ofTool) return parsePath(`$${ofTool.path}`).problem;
  return propertyProblem(source);
}

interface ToolSource {
  tool: string;
  part: 'result' | 'args';
  /** Path within the part, such as `.id` or `[0]`; empty for the whole part. */
  path: string;
}

function toolSource(source: string): ToolSource | undefined {
  const found = /^tool (\S+?)\.(result|args)((?:[.[].*)?)$/.exec(source);
  if (!found) return undefined;
  const [, tool = '', part, path = ''] = found;
  return { tool, part: part as ToolSource['part'], path };
}

/** Reads the value from the last call of the tool. Arguments are those requested; a result exists only if the call ran. */
function valueOfTool({ tool, part, path }: ToolSource, turn: Turn | undefined): Json | undefined {
  const call = turn?.tools?.calls.findLast(({ name }) => name === tool);
  const parsed = parsePath(`$${path}`);
  if (!call || parsed.problem !== undefined) return undefined;
  return readPath(parsed.segments, call[part]).value;
}
