import type { Json } from '../format/model/suite.ts';
import type { Comparison, Expected, Matcher, MatchSettings } from './matcher.ts';
import type { ReadProperty } from './property.ts';

/** An assertion, compiled to check many replies. */
export interface CompiledAssertion {
  /** The settings as given. */
  settings: MatchSettings;
  /** The settings for the assertion's property, which may be case-sensitive. */
  own: MatchSettings;
  matcher: Matcher;
  read: ReadProperty;
  /** Why the path is invalid, for example because of the value of a variable. */
  pathProblem: string | undefined;
  /** Replaces words that sound alike with the intended ones. */
  hear: (actual: Json | undefined) => Json | undefined;
  rule: string;
  alternatives: { expected: Expected; comparison: Comparison }[];
  /** Comparisons for recognized speech. */
  spoken: { expected: Expected; comparison: Comparison }[];
}
