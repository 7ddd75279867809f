import type { Json } from '../format/model/suite.ts';
import type { Comparison, Expected, Matcher, MatchSettings } from './matcher.ts';
import type { ReadProperty } from './property.ts';

/** An assertion that was compiled to check many replies. */
export interface CompiledAssertion {
  /** The settings that it was compiled for. */
  settings: MatchSettings;
  /** The settings for its property, which can be case-sensitive. */
  own: MatchSettings;
  matcher: Matcher;
  read: ReadProperty;
  /** Why the path is invalid, for example because of a variable's value. */
  pathProblem: string | undefined;
  /** Replaces homophones with the intended words. */
  hear: (actual: Json | undefined) => Json | undefined;
  rule: string;
  alternatives: { expected: Expected; comparison: Comparison }[];
  /** Comparisons for replies recognized from speech. */
  spoken: { expected: Expected; comparison: Comparison }[];
}
