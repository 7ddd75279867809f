import type { Json } from '../format/model/suite.ts';
import type { Comparison, Expected, Matcher, MatchSettings } from './matcher.ts';
import type { ReadProperty } from './property.ts';

/** An assertion, compiled to check many replies. */
export interface CompiledAssertion {
  /** As they were given. */
  settings: MatchSettings;
  /** The same for the assertion's property, in which case may count. */
  own: MatchSettings;
  matcher: Matcher;
  read: ReadProperty;
  /** Why the path is invalid: the value of a variable breaks it. */
  pathProblem: string | undefined;
  /** Replaces words by the intended ones that sound alike. */
  hear: (actual: Json | undefined) => Json | undefined;
  rule: string;
  alternatives: { expected: Expected; comparison: Comparison }[];
  /** The same for what a recognizer heard. */
  spoken: { expected: Expected; comparison: Comparison }[];
}
