/** Saves values from a turn for later steps. */
import { type Interaction, readSavedValue, savedValueDoubt, type Values } from '@parley/suite';
import { isSecretName, maskMark } from './channels/mask.ts';
import type { StepEnd } from './judge-step.ts';
import type { PlayedStep } from './walk-steps.ts';

interface Keeping {
  /** Names of values that are used as credentials. */
  credentials: ReadonlySet<string>;
  /** Hides a value in the events of the test. */
  hide(secret: string): void;
  /** Names whose values were masked when the run was stored. */
  masked?: ReadonlySet<string>;
}

/**
 * Adds the values that a step saves. The step fails if one is missing: either the bot left it out, or the suite looks in the
 * wrong place. A failed expectation takes precedence as the cause. The step is undecided if the evidence leaves the value open.
 */
export function withSaved(
  end: StepEnd,
  { save }: Pick<Interaction, 'save'>,
  { credentials, hide, masked }: Keeping,
): PlayedStep {
  if (!save || end.outcome === 'error') return end;
  const turn = end.reply ?? end.silence;
  const keeps: Record<string, string> = {};
  const lacking: string[] = [];
  let doubt: string | undefined;
  for (const [name, source] of Object.entries(save)) {
    const value = masked?.has(name) ? maskMark : readSavedValue(source, turn);
    const open = masked?.has(name) ? undefined : savedValueDoubt(source, turn);
    doubt ??= open;
    if (value === undefined || open !== undefined) lacking.push(`${name} (${source})`);
    else keeps[name] = value;
  }
  const isSecret = (name: string) => credentials.has(name) || isSecretName.test(name);
  for (const [name, value] of Object.entries(keeps)) if (isSecret(name)) hide(value);
  const shown: Values = Object.fromEntries(
    Object.entries(keeps).map(([name, value]) => [name, isSecret(name) ? maskMark : value]),
  );
  const kept = { ...end, ...(Object.keys(shown).length > 0 && { saved: shown }) };
  if (lacking.length === 0) return { ...kept, keeps };
  if (end.outcome !== 'passed') return { ...kept, keeps, lacks: true };
  if (doubt !== undefined) {
    const message = `It is unknown what to save as ${lacking.join(', ')}. ${doubt}`;
    const failure = { class: 'unsure', code: 'not-saved', message } as const;
    return { ...kept, outcome: 'undecided', failure, keeps, lacks: true };
  }
  return {
    ...kept,
    outcome: 'failed',
    failure: {
      class: 'wrong',
      code: 'not-saved',
      message: `Nothing to save in the reply as ${lacking.join(', ')}.`,
      hint: 'If the reply is right, correct the path or the pattern under save.',
    },
    keeps,
    lacks: true,
  };
}
