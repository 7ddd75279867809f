/** Names of the formats that report tool calls, as in `toolCalls` of a channel. */
export const toolFormatNames = [
  'openai',
  'openai-responses',
  'anthropic',
  'ai-sdk',
  'ag-ui',
] as const;

export type ToolFormatName = (typeof toolFormatNames)[number];
