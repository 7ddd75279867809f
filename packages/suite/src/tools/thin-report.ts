import type { ToolCall, ToolReport } from './tool-call.ts';
import { looksFailed } from './tool-errors.ts';

const errorLengthKept = 200;

/** Reduces a report to the fields that show failed calls and tokens. Reducing it again changes nothing. */
export function thinReport(report: ToolReport): ToolReport {
  return { ...report, calls: report.calls.map(thinCall) };
}

/** Keeps the arguments of calls without an ID, because they identify the call. */
function thinCall({ args, rawArgs, result, isResultCut, error, ...call }: ToolCall): ToolCall {
  return {
    ...call,
    ...(call.id === undefined && args !== undefined && { args }),
    ...(call.id === undefined && rawArgs !== undefined && { rawArgs }),
    ...(result !== undefined && looksFailed(result) && { result: { isError: true } }),
    ...(error !== undefined && { error: error.slice(0, errorLengthKept) }),
  };
}
