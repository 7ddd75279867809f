/** Assigns the problems of a text to its tests, blocks and steps. Pure. */
import { outlineSuite, type Problem } from '@parley/suite';

export interface TestProblems {
  ofTest: Problem[];
  /** Problems by step index. */
  ofSteps: Problem[][];
}

export interface ProblemsByPlace {
  /** Problems of the configuration, and those that belong to no test or block. */
  elsewhere: Problem[];
  tests: TestProblems[];
  blocks: TestProblems[];
}

export const noTestProblems: TestProblems = { ofTest: [], ofSteps: [] };

export function problemsByPlace(source: string, problems: Problem[]): ProblemsByPlace {
  const places: ProblemsByPlace = { elsewhere: [], tests: [], blocks: [] };
  if (problems.length === 0) return places;
  const { tests, blocks } = outlineSuite(source);
  const noneOf = ({ steps }: (typeof tests)[number]): TestProblems => ({
    ofTest: [],
    ofSteps: steps.map(() => []),
  });
  places.tests = tests.map(noneOf);
  places.blocks = blocks.map(noneOf);
  for (const problem of problems) {
    const isHere = ({ from, to }: { from: number; to: number }) =>
      from <= problem.line && problem.line <= to;
    const test = tests.findIndex(isHere);
    const block = blocks.findIndex(isHere);
    const step = (tests[test] ?? blocks[block])?.steps.findIndex(isHere) ?? -1;
    const into = places.tests[test] ?? places.blocks[block];
    (into ? (into.ofSteps[step] ?? into.ofTest) : places.elsewhere).push(problem);
  }
  return places;
}
