/** Classifies the events of a stream by their role in the text of the reply, by the format that the channel names. */
import type { Json } from '../format/model/suite.ts';
import type { ToolFormatName } from './format-names.ts';
import { isObject, type JsonObject, objectsIn } from './json-object.ts';

interface Pieces {
  /** Types of events with thoughts or arguments, whose deltas come between those of the text. */
  asides?: RegExp;
  /** @returns true if everything after the event belongs to another message */
  isLast(event: JsonObject): boolean;
}

const hasType =
  (type: string): Pieces['isLast'] =>
  (event) =>
    event.type === type;

const pieces: Record<ToolFormatName, Pieces> = {
  openai: {
    isLast: ({ choices }) =>
      objectsIn(choices).some(({ finish_reason: reason }) => typeof reason === 'string'),
  },
  'openai-responses': {
    asides: /^response\.(?!output_text\.|refusal\.|(output_)?audio_transcript\.).+\.delta$/,
    isLast: hasType('response.output_item.done'),
  },
  anthropic: { isLast: hasType('message_stop') },
  'ai-sdk': { asides: /^(reasoning|tool)-/, isLast: hasType('finish-step') },
  'ag-ui': {
    asides: /^(REASONING|THINKING|TOOL_CALL)_/,
    isLast: hasType('TEXT_MESSAGE_END'),
  },
};

/** @returns true if the event contains thoughts or calls, which are not part of the reply to the user */
export function isAside(format: ToolFormatName, data: Json): boolean {
  const { asides } = pieces[format];
  return isObject(data) && typeof data.type === 'string' && asides?.test(data.type) === true;
}

/** @returns true if pieces after the event belong to another message */
export const endsMessage = (format: ToolFormatName, data: Json): boolean =>
  isObject(data) && pieces[format].isLast(data);
