/** Changes to a judge's question that must not change its verdict. The engine makes them; see docs/judges.md. */
export const judgePerturbations = ['repeat', 'order', 'length', 'wording', 'language'] as const;

export type JudgePerturbation = (typeof judgePerturbations)[number];
