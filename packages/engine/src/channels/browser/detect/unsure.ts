/** Errors about a chat that was not found with certainty. They name the candidates and the setting to add to the suite. */
import { ConversationError } from '@parley/egress';
import type { Scored } from './choose.ts';
import type { Block } from './room.ts';
import type { FoundControl, FoundField } from './survey.ts';

export class WidgetUnsureError extends ConversationError {
  /** Steps of the search, one per line, followed by the error message and the hint. */
  readonly explanation: readonly string[];
  constructor(
    message: string,
    hint: string,
    explanation: readonly string[],
    code = 'widget-unsure',
  ) {
    super({ class: 'configuration', code, message, hint });
    this.explanation = [...explanation, message, hint];
  }
}

const picking = 'In the dashboard, Connection → Pick on the page writes it for you.';

const replyHint = `Add a selector for the bot's messages to the channel, for example reply: ".message.bot". ${picking}`;

const names = { input: 'the text field of the chat', open: 'what opens the chat' } as const;

export function widgetUnsure(
  part: keyof typeof names,
  why: string,
  candidates: readonly Scored<FoundField | FoundControl>[],
  explanation: readonly string[],
): WidgetUnsureError {
  const likely = candidates.filter(({ score }) => score > -40).slice(0, 3);
  const seen = likely.map(({ found }) => `${found.selector}${found.name && ` ("${found.name}")`}`);
  const example =
    likely[0]?.found.selector ?? (part === 'open' ? '.chat-launcher' : '.chat textarea');
  const value = part === 'open' ? `["${example}"]` : `"${example}"`;
  return new WidgetUnsureError(
    `Parley can't tell which element is ${names[part]}: ${why}.${seen.length > 0 ? ` Candidates: ${seen.join('; ')}.` : ''}`,
    `Look at the screenshot and add the selector to the channel, for example ${part}: ${value.slice(0, 200)}${part === 'input' ? ', or open: [".chat-launcher"] if the chat must be opened first' : ''}. ${picking}`,
    [
      ...explanation,
      ...candidates.map(
        ({ found, score, reasons }) =>
          `Candidate ${found.selector}: ${score} (${reasons.join(', ')})`,
      ),
    ],
  );
}

export const whoUnsure = (blocks: readonly Block[], explanation: readonly string[]) =>
  new WidgetUnsureError(
    `Parley can't tell whether the bot or the person said "${blocks
      .map(({ text }) => text)
      .join(' ')
      .slice(0, 120)}".`,
    replyHint,
    explanation,
  );

export const noRoom = (input: string) =>
  new WidgetUnsureError(
    `Parley found no place for messages near "${input.slice(0, 200)}".`,
    replyHint,
    [],
  );
