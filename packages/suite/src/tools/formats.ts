/**
 * The formats in which replies report tool calls. A new format needs a file with its reader and a row here.
 * docs/test-language.md lists the formats.
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
  /** True if the format reports results of calls that ran. Otherwise, it shows only which calls the model requested. */
  reportsExecution: boolean;
  /** True if the format marks failed calls. Otherwise, the text of an error can be reported as a result. */
  reportsErrors: boolean;
  /**
   * Reads all parts of a turn, in order.
   * @returns false if no part was in the format
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
