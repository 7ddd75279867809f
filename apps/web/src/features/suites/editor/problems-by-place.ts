/** Assigns the problems of a text to their test and step. Pure. */
import { outlineSuite, type Problem } from '@parley/suite';

export interface TestProblems {
  ofTest: Problem[];
  /** Problems by the index of the step. */
  ofSteps: Problem[][];
}

export interface ProblemsByPlace {
  /** Problems of the configuration, and those without a place. */
  elsewhere: Problem[];
  tests: TestProblems[];
}

export const noTestProblems: TestProblems = { ofTest: [], ofSteps: [] };

export function problemsByPlace(source: string, problems: Problem[]): ProblemsByPlace {
  const places: ProblemsByPlace = { elsewhere: [], tests: [] };
  if (problems.length === 0) return places;
  const { tests } = outlineSuite(source);
  places.tests = tests.map(({ steps }) => ({ ofTest: [], ofSteps: steps.map(() => []) }));
  for (const problem of problems) {
    const isHere = ({ from, to }: { from: number; to: number }) =>
      from <= problem.line && problem.line <= to;
    const test = tests.findIndex(isHere);
    const step = tests[test]?.steps.findIndex(isHere) ?? -1;
    const into = places.tests[test];
    (into ? (into.ofSteps[step] ?? into.ofTest) : places.elsewhere).push(problem);
  }
  return places;
}
