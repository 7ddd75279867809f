/** Spellings of operators in a suite's text. `:`, which also means `contains`, is YAML's colon and therefore not listed. */
import type { Assertion, Operator } from '../model/suite.ts';

interface OperatorSpelling {
  operator: Operator;
  negated: boolean;
  /** Spellings of the operator. The printer uses the first. */
  symbols: string[];
}

export const operatorSpellings: OperatorSpelling[] = [
  { operator: 'contains', negated: false, symbols: ['=='] },
  { operator: 'contains', negated: true, symbols: ['!='] },
  { operator: 'equals', negated: false, symbols: ['==='] },
  { operator: 'equals', negated: true, symbols: ['!=='] },
  { operator: 'regex', negated: false, symbols: ['=~'] },
  { operator: 'regex', negated: true, symbols: ['!~', '!=~'] },
  { operator: 'fuzzy', negated: false, symbols: ['~~'] },
  { operator: 'fuzzy', negated: true, symbols: ['!~~'] },
  { operator: 'means', negated: false, symbols: ['=?'] },
  { operator: 'means', negated: true, symbols: ['!=?'] },
  { operator: 'greaterOrEqual', negated: false, symbols: ['>='] },
  { operator: 'greaterOrEqual', negated: true, symbols: ['!>='] },
  { operator: 'lessOrEqual', negated: false, symbols: ['<='] },
  { operator: 'lessOrEqual', negated: true, symbols: ['!<='] },
  { operator: 'greater', negated: false, symbols: ['>'] },
  { operator: 'greater', negated: true, symbols: ['!>'] },
  { operator: 'less', negated: false, symbols: ['<'] },
  { operator: 'less', negated: true, symbols: ['!<'] },
];

const bySymbol = new Map(
  operatorSpellings.flatMap((spelling) => spelling.symbols.map((symbol) => [symbol, spelling])),
);

const symbols = [...bySymbol.keys()]
  .sort((a, b) => b.length - a.length)
  .map((symbol) => symbol.replace('?', '\\?'))
  .join('|');
const operatorInside = new RegExp(`\\s(${symbols})\\s`);
const operatorAtEnd = new RegExp(`\\s(${symbols})$`);
const existsAtEnd = /\s(not exists|exists)$/;

/** @returns true for the spelling of an operator, for example `!=` */
export const isOperator = (text: string): boolean => bySymbol.has(text);

export interface SplitAssertion {
  left: string;
  operator: Operator;
  negated: boolean;
  /** Undefined if the operator takes no value, or the value is elsewhere. */
  right?: string;
  /** Offset of the operator in the text, including the space before it. */
  at?: number;
}

/** Splits `prompt != sorry` at the first operator. */
export function splitAtOperator(text: string): SplitAssertion | undefined {
  const found = operatorInside.exec(text);
  const spelling = found ? bySymbol.get(found[1] as string) : undefined;
  if (!found || !spelling) return undefined;
  return {
    left: text.slice(0, found.index).trim(),
    operator: spelling.operator,
    negated: spelling.negated,
    right: text.slice(found.index + found[0].length).trim(),
    at: found.index,
  };
}

/** Splits `prompt !=`, the form before a colon. */
export function splitTrailingOperator(text: string): SplitAssertion | undefined {
  const found = operatorAtEnd.exec(text);
  const spelling = found ? bySymbol.get(found[1] as string) : undefined;
  if (!found || !spelling) return undefined;
  return {
    left: text.slice(0, found.index).trim(),
    operator: spelling.operator,
    negated: spelling.negated,
  };
}

/** Splits `cardTitle exists` and `cardTitle not exists`. */
export function splitExists(text: string): SplitAssertion | undefined {
  const found = existsAtEnd.exec(text);
  if (!found) return undefined;
  return {
    left: text.slice(0, found.index).trim(),
    operator: 'exists',
    negated: found[1] !== 'exists',
  };
}

export function symbolOf(assertion: Pick<Assertion, 'operator' | 'negated'>): string {
  if (assertion.operator === 'exists') return assertion.negated ? 'not exists' : 'exists';
  const spelling = operatorSpellings.find(
    ({ operator, negated }) => operator === assertion.operator && negated === assertion.negated,
  );
  return spelling?.symbols[0] ?? '==';
}
