/** Simulates the tools of a model that is tested without its application. */
import { setTimeout } from 'node:timers/promises';
import { ConversationError } from '@parley/egress';
import {
  checkOfValue,
  fillTemplate,
  isObject,
  type Json,
  type JsonObject,
  matchValue,
  parseExactly,
  type ToolResult,
  type Values,
} from '@parley/suite';

/** Maximum rounds of tool results within one turn. */
export const toolRoundsMax = 10;

/** A tool result in the format of the API. `error` is set if the tool failed. */
interface Answered {
  message: { role: 'tool'; tool_call_id: string; content: string };
  error?: string;
}

export type AnswerCall = (call: JsonObject, deadline: number) => Promise<Answered | undefined>;

/** @returns a function that answers tool calls; it returns undefined for a call that matches no rule */
export function createAnswers(rules: readonly ToolResult[], values: Values): AnswerCall {
  const used = new Map<ToolResult, number>();
  return async (call, deadline) => {
    const called = isObject(call.function) ? call.function : {};
    const args = argsOf(called.arguments);
    const rule = rules.find(
      (one) =>
        one.tool === called.name &&
        (one.args === undefined ||
          (args !== undefined &&
            matchValue(checkOfValue(filled(one.args, values)), args) === 'yes')),
    );
    if (!rule || typeof call.id !== 'string') return undefined;
    const { results = [], error, afterMs = 0 } = rule;
    const count = used.get(rule) ?? 0;
    used.set(rule, count + 1);
    await setTimeout(Math.min(afterMs, Math.max(0, deadline - performance.now())));
    const role = 'tool' as const;
    if (error !== undefined) {
      const words = fillTemplate(error, values);
      const content = JSON.stringify({ error: words });
      return { message: { role, tool_call_id: call.id, content }, error: words };
    }
    const result = filled(results[Math.min(count, results.length - 1)] ?? null, values);
    const content = typeof result === 'string' ? result : JSON.stringify(result);
    return { message: { role, tool_call_id: call.id, content } };
  };
}

function argsOf(text: Json | undefined): Json | undefined {
  try {
    return parseExactly(String(text || '{}'));
  } catch {
    return undefined;
  }
}

/** Fills in the templates in a value. */
function filled(value: Json, values: Values): Json {
  if (typeof value === 'string') return fillTemplate(value, values);
  if (Array.isArray(value)) return value.map((item) => filled(item, values));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, of]) => [key, filled(of, values)]));
}

export const tooManyRounds = () =>
  new ConversationError({
    class: 'wrong',
    code: 'too-many-tool-rounds',
    message: `The model kept calling tools after ${toolRoundsMax} rounds of results.`,
    hint: 'Check the calls. If the model needs other results, change toolResults.',
  });
