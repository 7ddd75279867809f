import type { Json } from '../format/model/suite.ts';
import type { Comparison, Expected, Matcher, MatchSettings } from './matcher.ts';
import type { ReadProperty } from './property.ts';

/** An assertion made ready to be held against many replies. */
export interface CompiledAssertion {
  /** As they were given. */
  settings: MatchSettings;
  /** The same for the assertion's property, in which case may count. */
  own: MatchSettings;
  matcher: Matcher;
  read: ReadProperty;
  /** Why nothing can be read there: what a variable put into the path makes it none. */
  pathProblem: string | undefined;
  /** Puts the words that were meant in the place of those that sound like them. */
  hear: (actual: Json | undefined) => Json | undefined;
  rule: string;
  alternatives: { expected: Expected; comparison: Comparison }[];
}
