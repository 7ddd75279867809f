import { createCallList } from './call-list.ts';
import type { ToolFormatName } from './format-names.ts';
import { toolFormats } from './formats.ts';
import { readTokens } from './read-tokens.ts';
import type { ToolPart, ToolReport } from './tool-call.ts';

/** Maximum number of parts of a turn to read. */
export const toolPartsPerTurnMax = 10_000;

/** Reads the tool calls and tokens that a turn reports. Never throws. */
export function readTools(
  format: ToolFormatName,
  parts: readonly ToolPart[],
  isCut = false,
): ToolReport {
  const list = createCallList();
  const isRead = toolFormats[format].read(parts, list);
  if (isCut) list.gap('More arrived in this turn than is kept.');
  const { calls, told, gaps } = list.end();
  const tokens = readTokens(format, parts, isCut);
  return {
    format,
    calls,
    ...(gaps.length > 0 && { gaps }),
    ...(told.length > 0 && { told }),
    ...(!isRead && { isForeign: true }),
    ...(tokens.requests > 0 && { tokens }),
  };
}
