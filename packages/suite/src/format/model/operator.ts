/** Comparison of an assertion. match/kinds.ts implements each operator. */
export type Operator =
  | 'contains'
  | 'equals'
  | 'regex'
  | 'fuzzy'
  | 'means'
  | 'soundsLike'
  | 'greater'
  | 'greaterOrEqual'
  | 'less'
  | 'lessOrEqual'
  | 'exists';
