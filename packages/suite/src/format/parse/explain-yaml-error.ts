import type { YAMLError } from 'yaml';
import { shorten } from '../model/shorten.ts';
import { isOperator } from './operators.ts';

interface Explanation {
  message: string;
  hint?: string;
}

const quote = 'Put the whole text in double quotes.';

const byCode: Partial<Record<YAMLError['code'], Explanation>> = {
  BAD_ALIAS: {
    message: 'A text that starts with * or & must be quoted.',
    hint: 'Write "*" with quotes.',
  },
  BAD_DQ_ESCAPE: {
    message: 'This backslash is not valid inside double quotes.',
    hint: 'Double the backslash, or use single quotes.',
  },
  BAD_INDENT: {
    message: 'The indentation does not match the lines above.',
    hint: 'All items of a list must start in the same column.',
  },
  BAD_SCALAR_START: {
    message: 'A text that starts with this character must be quoted.',
    hint: quote,
  },
  BLOCK_AS_IMPLICIT_KEY: {
    message: 'There is a second ": " in this line.',
    hint: 'Put the text that contains the colon in double quotes.',
  },
  BLOCK_IN_FLOW: {
    message: 'A list on separate lines cannot be inside [ ] or { }.',
    hint: 'Use either separate lines or brackets for all of it.',
  },
  KEY_OVER_1024_CHARS: {
    message: 'The text before the colon has more than 1,024 characters.',
    hint: 'Begin the line with "? " and put the colon on a line of its own.',
  },
  MULTILINE_IMPLICIT_KEY: {
    message: 'The text before a colon must be on one line.',
    hint: 'Is a colon missing, or the "- " of the next item?',
  },
  TAB_AS_INDENT: {
    message: 'Tabs cannot be used for indentation.',
    hint: 'Use spaces, two for each level.',
  },
  TAG_RESOLVE_FAILED: {
    message: 'Tags such as !name are not supported and are ignored.',
    hint: 'Put the text in double quotes if it starts with an exclamation mark.',
  },
};

/** Explains a YAML error in terms that a test author understands. */
export function explainYamlError(error: YAMLError, text: string): Explanation {
  const unclosed = /^Flow (?:sequence|map) .* end with a ([\]}])/.exec(error.message)?.[1];
  if (unclosed) {
    return {
      message: `The closing ${unclosed} is missing, or is too far to the left.`,
      hint: `A text that starts with ${unclosed === ']' ? '[' : '{'} must be quoted.`,
    };
  }
  const known = byCode[error.code];
  if (known) return known;
  if (/Missing closing .quote/.test(error.message)) {
    return {
      message: 'The closing quote is missing.',
      hint: "A quote inside quotes is written \\\" in double and '' in single quotes.",
    };
  }
  if (text[error.pos[0]] === '%') {
    return { message: 'A text that starts with % must be quoted.', hint: quote };
  }
  if (error.message.includes('at node end')) {
    return {
      message: 'Text follows a closing quote or bracket.',
      hint: 'Quote the whole text; a quote inside double quotes is written \\".',
    };
  }
  return {
    message: `This line can't be read: ${lowerFirst(error.message)}.`,
    hint: 'Quote texts that contain ": ", " #", or start with a sign.',
  };
}

/**
 * Explains an operator after a colon, as in `prompt: != sorry`. YAML reads it as a tag and ignores it, so that the forbidden
 * text would be expected. @returns undefined if the tag is not an operator after a colon
 */
export function explainOperator(
  { code, pos: [at] }: Pick<YAMLError, 'code' | 'pos'>,
  text: string,
): Required<Explanation> | undefined {
  if (code !== 'TAG_RESOLVE_FAILED') return undefined;
  const before = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  const [line = ''] = text.slice(at).split('\n', 1);
  const [, left] = /^[\s-]*(\S.*?)\s*:\s+$/.exec(before) ?? [];
  const [, operator, right = ''] = /^(\S+)\s*(.*)$/.exec(line) ?? [];
  if (left === undefined || operator === undefined || !isOperator(operator)) return undefined;
  return {
    message: `"${operator}" has no meaning after a colon and is ignored: this line expects the opposite.`,
    hint: `Write it instead of the colon: ${shorten(`${left} ${operator} ${right}`.trimEnd())}`,
  };
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}
