/** Changes to a question that must not change the answer of a judge. The engine makes them; docs/judges.md describes them. */
export const judgePerturbations = ['repeat', 'order', 'length', 'wording', 'language'] as const;

export type JudgePerturbation = (typeof judgePerturbations)[number];
