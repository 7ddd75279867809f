/** Names of the formats that report calls of tools, as `toolCalls` in a channel has them. */
export const toolFormatNames = [
  'openai',
  'openai-responses',
  'anthropic',
  'ai-sdk',
  'ag-ui',
] as const;

export type ToolFormatName = (typeof toolFormatNames)[number];
