import { isObject, type Json, type JsonObject, objectsIn } from '@parley/suite';
import { textFrom } from '../read-messages.ts';

/** The content of a chat completion. */
export interface Completion {
  text: string;
  /** The raw answer, with the most common parts for assertions added at its root. */
  payload: JsonObject;
  /** The assistant's message, in the format in which the API accepts it back. */
  turn: AssistantTurn;
  /** Names of the called tools whose results the model still needs. */
  unanswered: string[];
}

export interface AssistantTurn {
  role: 'assistant';
  content: Json;
  tool_calls?: Json;
  function_call?: Json;
}

/** Reads a complete answer, or a merged stream. */
export function readCompletion(answer: JsonObject): Completion {
  const [choice = {}] = objectsIn(answer.choices);
  const message = isObject(choice.message) ? choice.message : {};
  const { content = null, refusal, tool_calls: toolCalls, function_call: functionCall } = message;
  const text = saidIn(content) || textFrom(refusal);
  const calls = callsIn(message);
  const root = {
    tool_calls: calls.length > 0 ? calls : toolCalls,
    function_call: functionCall,
    finish_reason: choice.finish_reason,
    refusal,
  };
  // With text and "stop", the answer is complete, so the server runs the tools itself.
  const isAnswered = choice.finish_reason === 'stop' && text !== '';
  return {
    text,
    payload: { ...answer, ...present(root) },
    turn: {
      role: 'assistant',
      content: calls.length > 0 ? content : (content ?? text),
      ...present({ tool_calls: toolCalls, function_call: functionCall }),
    },
    unanswered: isAnswered ? [] : calls.map(nameOf),
  };
}

/** Text of a message. Newer models send its content in parts, some of which are not text. */
function saidIn(content: Json): string {
  if (!Array.isArray(content)) return textFrom(content);
  return content
    .map((part) => (isObject(part) ? textFrom(part.text ?? part.refusal) : textFrom(part)))
    .join('');
}

/** Tool calls of a message, including a call in the older format. */
function callsIn({ tool_calls: calls, function_call: call }: JsonObject): JsonObject[] {
  return [...objectsIn(calls), ...(isObject(call) ? [{ type: 'function', function: call }] : [])];
}

function nameOf(call: JsonObject): string {
  const called = [call.function, call.custom].find(isObject) ?? call;
  return textFrom(called.name) || 'a tool without a name';
}

function present(fields: { [key: string]: Json | undefined }): JsonObject {
  const entries = Object.entries(fields).filter((entry): entry is [string, Json] => {
    const [, value] = entry;
    return value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);
  });
  return Object.fromEntries(entries);
}
