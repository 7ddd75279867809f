import type { ToolFormatName } from './format-names.ts';
import { toolFormats } from './formats.ts';

export const foreignFormat = (format: ToolFormatName): string =>
  `Nothing in the reply is in the format ${format} (${toolFormats[format].title}), which the channel names under toolCalls.`;
