import type { JudgeView } from '@parley/contract';

export type PerturbationName = JudgeView['stability']['perturbations'][number]['name'];

export const perturbationNames: Record<PerturbationName, string> = {
  repeat: 'nothing changed',
  order: 'expectations first, in reverse order',
  length: 'the reply twice in a row',
  wording: 'reworded instructions',
  language: 'instructions in another language',
};
