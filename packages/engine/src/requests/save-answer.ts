import {
  type Failure,
  type Interaction,
  jsonIn,
  type SentRequest,
  type SystemAnswer,
  type Values,
  whyNothingShows,
} from '@parley/suite';
import { maskMark } from '../channels/mask.ts';
import type { StepEnd } from '../judge-step.ts';
import type { PlayedStep } from '../walk-steps.ts';
import { isSecretPath, unreadableBody, valueInAnswer } from './run-requests.ts';

interface Keeping {
  /** Names of values that are used as credentials. */
  credentials: ReadonlySet<string>;
  /** Hides a value in the events of the test. */
  hide(secret: string): void;
  /** Values that the stored run saved, if it is re-evaluated. Its answer may be masked or cut. */
  stored?: Values | undefined;
}

/**
 * Adds the values that a check saves from its answer for later steps. The step fails if one is missing. It is an error if the answer
 * cannot show the value, and undecided if the value was not stored with the run.
 */
export function withSavedAnswer(
  end: StepEnd,
  { save, assertions }: Pick<Interaction, 'save' | 'assertions'>,
  answer: SystemAnswer | undefined,
  { credentials, hide, stored }: Keeping,
): PlayedStep {
  const { checked: sent } = end;
  if (!save || !sent || end.outcome === 'error' || !answer) return end;
  const keeps: Record<string, string> = {};
  const lacking: string[] = [];
  for (const [name, source] of Object.entries(save)) {
    const value = storedValue(name, answer, stored) ?? singleValue(valueInAnswer(source, answer));
    if (value === undefined) lacking.push(`${name} (${source})`);
    else keeps[name] = value;
  }
  const isSecret = (name: string) => credentials.has(name) || isSecretPath(name, save[name] ?? '');
  for (const [name, value] of Object.entries(keeps)) if (isSecret(name)) hide(value);
  const shown: Values = Object.fromEntries(
    Object.entries(keeps).map(([name, value]) => [name, isSecret(name) ? maskMark : value]),
  );
  const kept = { ...end, ...(Object.keys(shown).length > 0 && { saved: shown }), keeps };
  const hidden = Object.values(save).includes('body') && whyNothingShows(assertions, answer);
  if (lacking.length === 0 && !hidden) return kept;
  if (end.outcome !== 'passed') return { ...kept, lacks: true };
  return { ...kept, ...notSaved(sent, answer, { lacking, hidden, stored }), lacks: true };
}

/** @returns the value that the run saved, if its answer is no longer known in full */
function storedValue(
  name: string,
  { bodyLength, isMasked }: SystemAnswer,
  stored: Values | undefined,
): string | undefined {
  return stored && (bodyLength !== undefined || isMasked) ? stored[name] : undefined;
}

function singleValue(value: unknown): string | undefined {
  const isSingle =
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return isSingle && value !== '' ? String(value) : undefined;
}

function notSaved(
  sent: SentRequest,
  answer: SystemAnswer,
  {
    lacking,
    hidden,
    stored,
  }: { lacking: string[]; hidden: string | undefined | false; stored: Values | undefined },
): Pick<PlayedStep, 'outcome'> & { failure: Failure } {
  const names = lacking.join(', ');
  const isPartlyStored = answer.bodyLength !== undefined || answer.isMasked;
  if (stored && isPartlyStored && !hidden) {
    const message = `It is unknown what to save as ${names}: the run keeps only a part of the answer.`;
    return {
      outcome: 'undecided',
      failure: { class: 'unsure', code: 'not-saved', message, hint: 'Run the test again.' },
    };
  }
  const why = hidden || (jsonIn(answer.body) === undefined && 'It is not JSON.');
  if (why) return { outcome: 'error', failure: unreadableBody(sent, why) };
  return {
    outcome: 'failed',
    failure: {
      class: 'wrong',
      code: 'not-saved',
      message: `The answer to ${sent.method} ${sent.url} has no single value to save as ${names}.`,
      hint: 'If the answer is right, correct the path under save.',
    },
  };
}
