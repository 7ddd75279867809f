/** Finds failed tool calls in a conversation. A call counts as successful only if its report would show a failure. */
import type { Json } from '../format/model/suite.ts';
import { foreignFormat } from './foreign-format.ts';
import { toolFormats } from './formats.ts';
import { isEmptyValue, isObject } from './json-object.ts';
import { parseJson } from './json-text.ts';
import { joinGapsIn, type ToolTurn, untoldIn } from './judge-tools.ts';
import type { ToolCall, ToolReport } from './tool-call.ts';

export interface ToolErrors {
  /** True if a call certainly failed. */
  isFailed: boolean;
  /** Why other calls may have failed, as sentences. */
  gaps: string[];
}

/** @param turns all turns of a conversation */
export function toolErrorsIn(turns: readonly ToolTurn[]): ToolErrors {
  const gaps: string[] = [];
  let isFailed = false;
  for (const { report, isIdle } of turns) {
    if (!report || report.isForeign) {
      if (report?.format) gaps.push(foreignFormat(report.format));
      else if (!isIdle) gaps.push('A turn reports no tool calls.');
      continue;
    }
    gaps.push(...(report.gaps ?? []));
    for (const call of report.calls) {
      isFailed ||= call.error !== undefined;
      const doubt = doubtOf(call, report);
      if (doubt !== undefined) gaps.push(doubt);
    }
  }
  return { isFailed, gaps: [...gaps, ...joinGapsIn(turns), ...untoldIn(turns, turns)] };
}

/** @returns why the call may have failed; undefined if there is no reason */
function doubtOf(call: ToolCall, { format }: ToolReport): string | undefined {
  const { name, stage, source, error, result } = call;
  if (error !== undefined || stage === 'refused') return undefined;
  if (stage === 'requested')
    return `${name} was requested, but nothing shows how it ended. Have the agent export spans, and list its service under evidence.`;
  const isTold =
    source !== undefined || (format !== undefined && toolFormats[format].reportsErrors);
  if (!isTold)
    return 'The format of the replies does not show whether a tool failed. Have the agent export spans, and list its service under evidence.';
  return result !== undefined && looksFailed(result)
    ? `${name} returned what looks like an error, but is not marked as one.`
    : undefined;
}

/** Beginnings of error messages that tools and their frameworks return to the model instead of a result. */
const errorText =
  /^\W*(?:(?!no\b)\w+ )?(?:error\b|errors?:|exception\b|failed\b|failure\b)|^\W*(?:an? (?:\w+ )?error\b|traceback \(|internal server error|\w+(?:error|exception)\b)/i;

/** Keys under which a result is nested in another one, as in a response of MCP. */
const wrappers = ['content', 'output', 'result', 'text', 'structuredContent'];

/** @returns true if a result looks like an error. Many tools report failures in their results, each in its own way. */
export function looksFailed(result: Json, depth = 0): boolean {
  if (depth > 3) return false;
  if (typeof result === 'string') {
    const parsed = /^\s*[[{]/.test(result) ? parseJson(result) : undefined;
    return parsed === undefined ? errorText.test(result) : looksFailed(parsed, depth + 1);
  }
  if (Array.isArray(result))
    return result.some((one) => isObject(one) && looksFailed(one, depth + 1));
  if (!isObject(result)) return false;
  const { error, errors, type, status } = result;
  const isMarked =
    result.isError === true ||
    result.is_error === true ||
    result.success === false ||
    result.ok === false ||
    (error !== false && !isEmptyValue(error)) ||
    !isEmptyValue(errors) ||
    (typeof type === 'string' && /(^|_)error$/i.test(type)) ||
    (typeof status === 'string' && /^(error|failed|failure)$/i.test(status)) ||
    [status, result.statusCode, result.status_code].some(
      (code) => typeof code === 'number' && code >= 400 && code < 600,
    );
  return isMarked || wrappers.some((key) => looksFailed(result[key] ?? null, depth + 1));
}
