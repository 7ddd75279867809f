import type { Strictness } from '@parley/suite';

/** Options for how closely a reply must match in a saved test. */
export const strictnesses: { value: Strictness; label: string; description: string }[] = [
  {
    value: 'contains',
    label: 'The same words',
    description: 'Each reply contains the same text.',
  },
  { value: 'fuzzy', label: 'Similar words', description: 'Small changes in wording pass.' },
  { value: 'nothing', label: 'Any reply', description: 'Add expectations later.' },
];
