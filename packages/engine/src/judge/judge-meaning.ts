import { ConversationError } from '@parley/egress';
import {
  type Assertion,
  type Interaction,
  judgedLengthMax,
  type MatchSettings,
  matchAssertion,
  type Turn,
  type Verdict,
  type Vote,
  wholeActual,
} from '@parley/suite';
import type { StepSettings } from '../step-settings.ts';
import { wordsOf } from '../words-of.ts';
import type { Judge } from './judge.ts';

/** Verdicts that the matcher did not find itself. */
export type Judged = ReadonlyMap<Assertion, Verdict>;

export const asksJudge = ({ assertions }: Interaction): boolean =>
  assertions.some(({ operator }) => operator === 'means');

/**
 * Asks the judge about the expectations that need one.
 *
 * @throws ConversationError if there is no judge or it does not answer
 */
export async function judgeMeaning(
  interaction: Interaction,
  turn: Turn | undefined,
  settings: MatchSettings & Pick<StepSettings, 'judge'>,
  judge: Judge | undefined,
): Promise<Judged> {
  const judged = new Map<Assertion, Verdict>();
  for (const assertion of interaction.assertions) {
    if (assertion.operator !== 'means') continue;
    const verdict = matchAssertion(assertion, turn, settings);
    // Without text, no judge is needed.
    const whole = wholeActual(verdict, turn);
    if (whole === null || whole === '') continue;
    if (!judge) throw noJudge();
    const said = wordsOf(interaction.input);
    const expected = assertion.expected.map(String);
    const actual = whole.slice(0, judgedLengthMax);
    const named = settings.judge === undefined ? {} : { judge: settings.judge };
    const { holds, votes, by, lacking } = await judge({ said, actual, expected, ...named });
    // Before the judge is asked, a verdict has a hint only if the path matched more than was read.
    const { hint: cutPath, ...rest } = verdict;
    const [decisive] = votes.filter((vote) => vote.holds === holds);
    // The expected content may be in the part that the judge did not read.
    const problem = holds ? undefined : (cutPath ?? cutProblem(whole));
    // Too few votes in favor do not fulfill an expectation, but they do not prove its opposite, either.
    const isOpen = lacking !== undefined && assertion.negated && problem === undefined;
    const why = problem ?? (isOpen ? disagreement(votes, lacking) : decisive?.reason);
    judged.set(assertion, {
      ...rest,
      passed: problem === undefined && !isOpen && holds !== assertion.negated,
      ...(isOpen && { standing: 'undecided' }),
      votes,
      ...(by && { judge: by }),
      ...(why && { hint: why }),
    });
  }
  return judged;
}

function disagreement(votes: readonly Vote[], needed: number): string {
  const inFavor = votes.filter(({ holds }) => holds).length;
  return `The votes of the judge disagree: ${inFavor} for yes and ${votes.length - inFavor} for no, and ${needed} have to agree. Read the reasons for the votes, or make the expectation more precise.`;
}

function cutProblem({ length }: string): string | undefined {
  if (length <= judgedLengthMax) return undefined;
  return `The judge reads only the first ${judgedLengthMax.toLocaleString('en-US')} of ${length.toLocaleString('en-US')} characters: use a path that matches less.`;
}

export const noJudge = () =>
  new ConversationError({
    class: 'configuration',
    code: 'no-judge',
    message: 'This installation has no judge, which "=?" needs.',
    hint: 'Set PARLEY_JUDGE_URL and PARLEY_JUDGE_MODEL, or compare with "~~" or "==".',
  });
