import type { ToolCall, ToolReport } from './tool-call.ts';
import { looksFailed } from './tool-errors.ts';

const errorLengthKept = 200;

/** A report with no more than what tells failed calls and tokens. A thin one stays as it is. */
export function thinReport(report: ToolReport): ToolReport {
  return { ...report, calls: report.calls.map(thinCall) };
}

/** Keeps arguments of calls without an id, which are known by them. */
function thinCall({ args, rawArgs, result, isResultCut, error, ...call }: ToolCall): ToolCall {
  return {
    ...call,
    ...(call.id === undefined && args !== undefined && { args }),
    ...(call.id === undefined && rawArgs !== undefined && { rawArgs }),
    ...(result !== undefined && looksFailed(result) && { result: { isError: true } }),
    ...(error !== undefined && { error: error.slice(0, errorLengthKept) }),
  };
}
