/**
 * Table of the formats in which replies report tool calls. A new one needs a file with its reader and a row here;
 * docs/test-language.md lists them.
 */
import type { CallList } from './call-list.ts';
import type { ToolFormatName } from './format-names.ts';
import { readAgUi } from './read-ag-ui.ts';
import { readAnthropic } from './read-anthropic.ts';
import { readChatCompletion } from './read-chat-completion.ts';
import { readResponses } from './read-responses.ts';
import { readUiMessages } from './read-ui-messages.ts';
import type { ToolPart } from './tool-call.ts';

export interface ToolFormat {
  title: string;
  /** True if a call that ran has a result. Otherwise, the format shows only what the model requested. */
  reportsExecution: boolean;
  /** True if the format marks failed calls. Otherwise, a result may be the text of an error. */
  reportsErrors: boolean;
  /**
   * Reads all parts of a turn, in order.
   * @returns false if nothing of it was in the format
   */
  read(parts: readonly ToolPart[], list: CallList): boolean;
}

export const toolFormats: Record<ToolFormatName, ToolFormat> = {
  openai: {
    title: 'OpenAI chat completions',
    reportsExecution: false,
    reportsErrors: false,
    read: readChatCompletion,
  },
  'openai-responses': {
    title: 'OpenAI responses',
    reportsExecution: false,
    reportsErrors: false,
    read: readResponses,
  },
  anthropic: {
    title: 'Anthropic messages',
    reportsExecution: false,
    reportsErrors: true,
    read: readAnthropic,
  },
  'ai-sdk': {
    title: 'AI SDK UI messages',
    reportsExecution: true,
    reportsErrors: true,
    read: readUiMessages,
  },
  'ag-ui': { title: 'AG-UI', reportsExecution: true, reportsErrors: false, read: readAgUi },
};
