/** The left side of an interaction: plain text, or a command that starts with a dollar sign. */
import { describeRequest } from '../../requests/system-request.ts';
import type { Input } from './suite.ts';

/** Keywords that begin an item in a test's head. A message that equals one needs a backslash in front. */
export const headKeys = [
  'test',
  'test.only',
  'test.skip',
  'tags',
  'description',
  'dataRow',
  'settings',
];

/** Maximum length of a pause in seconds. */
const pauseSecondsMax = 3600;

const commands: { pattern: RegExp; input: (argument: string) => Input }[] = [
  { pattern: /^\$OPEN$/i, input: () => ({ kind: 'open' }) },
  { pattern: /^\$DIAL$/i, input: () => ({ kind: 'dial' }) },
  { pattern: /^\$(?:SILENCE|MUTE)$/i, input: () => ({ kind: 'silence' }) },
  {
    pattern: /^\$PAUSE\s+(\d+(?:\.\d+)?)$/i,
    input: (seconds) => ({ kind: 'pause', seconds: Number(seconds) }),
  },
  // The keys of a keypad. A comma pauses between two tones.
  { pattern: /^\$([0-9*#A-D,]+)$/, input: (digits) => ({ kind: 'dtmf', digits }) },
];

export function parseInput(text: string): Input {
  const trimmed = text.trim();
  for (const { pattern, input } of commands) {
    const found = pattern.exec(trimmed);
    if (found) return input(found[1] ?? '');
  }
  return { kind: 'text', text: unescapeText(text) };
}

/** @returns why a command is invalid; undefined for a valid command or a text */
export function inputProblem(text: string): { message: string; hint: string } | undefined {
  const input = parseInput(text);
  if (input.kind === 'pause' && input.seconds > pauseSecondsMax) {
    return {
      message: `A pause of ${input.seconds} seconds is longer than an hour.`,
      hint: 'Pauses are in seconds: $PAUSE 2 waits two seconds.',
    };
  }
  if (input.kind === 'text' && isPageCommand(text.trim())) {
    return {
      message: 'Page scripts, such as $("…").click(), cannot be sent.',
      hint: 'Send the title of a button to press it. What must be pressed before the conversation goes into the channel under open.',
    };
  }
  if (input.kind === 'text' && /^\$PAUSE\b(?!.*[{]\w)/i.test(text.trim())) {
    return {
      message: '$PAUSE needs a number of seconds.',
      hint: '$PAUSE 2 waits two seconds.',
    };
  }
  return undefined;
}

/** Detects commands that other tools use on the page of a chat widget. */
const isPageCommand = (text: string): boolean => /^\$\(\s*["']/.test(text);

export function printInput(input: Input): string {
  switch (input.kind) {
    case 'open':
      return '$OPEN';
    case 'dial':
      return '$DIAL';
    case 'silence':
      return '$SILENCE';
    case 'pause':
      return `$PAUSE ${input.seconds}`;
    case 'dtmf':
      return `$${input.digits}`;
    case 'check':
      return `$CHECK ${describeRequest(input.request)}`;
    case 'use':
      return `$USE ${input.block}`;
    case 'text':
      return escapeText(input.text);
  }
}

/** @returns the message, or the command in words, for people */
export function describeInput(input: Input): string {
  switch (input.kind) {
    case 'open':
      return 'wait for the greeting';
    case 'dial':
      return 'dial';
    case 'silence':
      return 'stay silent';
    case 'pause':
      return `pause ${input.seconds} s`;
    case 'dtmf':
      return `press ${input.digits}`;
    case 'check':
      return `check ${describeRequest(input.request)}`;
    case 'use':
      return `use the block "${input.block}"`;
    case 'text':
      return input.text;
  }
}

/**
 * Escapes text that would be a command or keyword: `\$DIAL` sends "$DIAL". A backslash counts only before such text, so `\o/`
 * is sent unchanged.
 */
function escapeText(text: string): string {
  return isSpecial(text) ? `\\${text}` : text;
}

function unescapeText(text: string): string {
  return text.startsWith('\\') && isSpecial(text.slice(1)) ? text.slice(1) : text;
}

function isSpecial(text: string): boolean {
  const bare = text.replace(/^\\+/, '').trim();
  return (
    headKeys.includes(bare) ||
    /^\$PAUSE\b/i.test(bare) ||
    isPageCommand(bare) ||
    commands.some(({ pattern }) => pattern.test(bare))
  );
}

/** @returns true if the step sends nothing */
export const isListening = ({ kind }: Input): boolean => kind === 'pause' || kind === 'silence';
