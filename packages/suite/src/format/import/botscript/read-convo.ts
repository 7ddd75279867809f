/**
 * Parses BotScript: a header (name, then description), followed by steps. A line that starts with `#` and a known tag begins a
 * step, which extends to the next tag.
 *
 *     Greeting
 *     #me
 *     hello
 *     #bot
 *     !sorry
 *     BUTTONS yes|no
 */

export interface ConvoStep {
  tag: 'me' | 'bot' | 'begin' | 'end' | 'include';
  /** Text after the tag: a channel, or the name of the conversation to include. */
  argument: string;
  line: number;
  lines: ConvoLine[];
}

export interface ConvoLine extends SignedText {
  /** The line with its signs. Signs count only on asserters and on the first line of a text. */
  source: string;
  line: number;
}

interface SignedText {
  /** The line without its signs. */
  text: string;
  /** True for `!`: the opposite is expected. */
  isNegated: boolean;
  /** True for `?`: the reply is optional. */
  isOptional: boolean;
}

export interface Convo {
  name: string;
  description: string;
  steps: ConvoStep[];
}

const tagLine = /^#(begin|include|me|bot|end)(?:\s+(.*))?$/is;

export function readConvo(text: string): Convo {
  const header: string[] = [];
  const steps: ConvoStep[] = [];
  for (const [index, line] of linesOf(text).entries()) {
    const tag = tagLine.exec(line.trimEnd());
    if (tag) {
      const name = (tag[1] as string).toLowerCase() as ConvoStep['tag'];
      steps.push({ tag: name, argument: tag[2]?.trim() ?? '', line: index + 1, lines: [] });
      continue;
    }
    const step = steps.at(-1);
    if (!step) header.push(line.trim());
    else if (line.trim()) {
      const source = line.trim();
      step.lines.push({ ...takeSigns(source), source, line: index + 1 });
    }
  }
  const [name = '', ...description] = header.filter((line, index) => index > 0 || line);
  return { name, description: description.join('\n').trim(), steps };
}

/** Removes the signs `?` and `!`, in this order. A doubled sign stands for the character. */
export function takeSigns(source: string): SignedText {
  let text = source;
  const takes = (sign: string): boolean => {
    if (!text.startsWith(sign)) return false;
    text = text.slice(1);
    return !text.startsWith(sign);
  };
  const isOptional = takes('?');
  const isNegated = takes('!');
  return { text, isNegated, isOptional };
}

/** Splits off the first word and the arguments after it. Arguments are separated by `|`; `\|` is a literal `|`. */
export function splitArguments(text: string): { word: string; args: string[] } {
  const [word = '', rest = ''] = [text.split(/\s/, 1)[0], text.replace(/^\S+\s*/, '')];
  const args = rest
    .split(/(?<!\\)\|/)
    .map((arg) => arg.replaceAll('\\|', '|').trim())
    .filter((arg) => arg !== '');
  return { word, args };
}

export function countLines(text: string): number {
  let lines = 1;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 10 || code === 13) lines += 1;
  }
  return lines;
}

export function linesOf(text: string): string[] {
  return text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/);
}
