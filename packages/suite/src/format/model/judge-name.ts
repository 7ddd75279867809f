/** Names of a project's judges, as in `judge: strict` (syntax version 2). */

/** Names the project's judge without a name of its own, for steps of a suite that names another one. */
export const defaultJudge = 'default';

/** Maximum length of the name of a judge, in characters. */
export const judgeNameLengthMax = 40;

/** Pattern of a name: letters without accents, digits, single spaces, `_` and `-`, beginning with a letter. */
export const judgeNamePattern = '^[A-Za-z][\\w-]*(?: [\\w-]+)*$';

const pattern = new RegExp(judgeNamePattern);

export const isJudgeName = (name: string): boolean =>
  name.length <= judgeNameLengthMax && pattern.test(name);
