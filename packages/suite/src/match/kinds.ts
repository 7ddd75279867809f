/** All kinds of comparison. A new kind needs a file beside this one, an entry here and its spelling in operators.ts. */
import type { Operator } from '../format/model/suite.ts';
import { greater, greaterOrEqual, less, lessOrEqual } from './compare-numbers.ts';
import { contains } from './contains.ts';
import { equals } from './equals.ts';
import { exists } from './exists.ts';
import { fuzzy } from './fuzzy.ts';
import type { Matcher } from './matcher.ts';
import { means } from './means.ts';
import { regex } from './regex.ts';
import { soundsLike } from './sounds-like.ts';

const matchers: Record<Operator, Matcher> = {
  contains,
  equals,
  regex,
  fuzzy,
  means,
  soundsLike,
  greater,
  greaterOrEqual,
  less,
  lessOrEqual,
  exists,
};

export function matcherOf(operator: Operator): Matcher {
  return matchers[operator];
}
