/** How an assertion compares; match/kinds.ts has each of them. */
export type Operator =
  | 'contains'
  | 'equals'
  | 'regex'
  | 'fuzzy'
  | 'means'
  | 'greater'
  | 'greaterOrEqual'
  | 'less'
  | 'lessOrEqual'
  | 'exists';
