import type { TestResult } from './run-result.ts';

/** Finds the checks of a test that could not have failed. A check that occurs in several tries counts once. */
export function vacuousChecks(test: TestResult): { step: number; rule: string; why: string }[] {
  const { tries = [], judgedAfter } = test;
  const found = [test, ...tries.slice(0, judgedAfter)].flatMap(({ steps }, conversation) =>
    steps.flatMap(({ verdicts }, step) =>
      verdicts.flatMap(({ rule, vacuous }) =>
        vacuous === undefined ? [] : [{ conversation, step, rule, why: vacuous }],
      ),
    ),
  );
  const known = new Set<string>();
  return found.flatMap(({ conversation, step, rule, why }) => {
    const key = `${step} ${rule}`;
    if (conversation > 0 && known.has(key)) return [];
    known.add(key);
    return [{ step, rule, why }];
  });
}
