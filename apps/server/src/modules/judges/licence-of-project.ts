import type { JudgeView } from '@parley/contract';
import type { JudgeSettings } from '@parley/engine';
import { judgePerturbations } from '@parley/suite';
import { type JudgeStanding, judgeLicence, type LicenceFigures } from '@parley/suite/gate';
import type { WorkScope } from '../../platform/database/scope.ts';
import type { Platform } from '../../platform/platform.ts';
import { fingerprintOf, judgeSettingsOf, mayChooseModel } from './judge-settings-of.ts';
import {
  type AnswerRow,
  findJudge,
  findMeasurement,
  type JudgeRow,
  type LabelledReply,
  listAnswers,
  listLabelled,
  listNamedJudges,
  listSecondAnswers,
  type MeasurementRow,
  type SecondAnswerRow,
} from './judges.queries.ts';
import { type Label, labelOf } from './label-of.ts';
import {
  costOf,
  openQuestions,
  secondQuestions,
  stabilityOf,
  whyUnstable,
} from './stability-of.ts';

/** Validity of a license in days. It is limited because a provider can change the model behind a name. */
export const licenceDays = 30;

const dayMs = 86_400_000;

type Installation = Pick<Platform, 'config' | 'clock'>;

/** A reply with the label that counts; `open` or `disputed` if none does. */
export interface CountedReply extends LabelledReply {
  state: ReturnType<typeof labelOf>;
}

interface Measured {
  /** Null for the default judge. */
  name: string | null;
  settings: JudgeSettings | undefined;
  row: JudgeRow | undefined;
  replies: CountedReply[];
  /** Latest measurement of the current judge; undefined if it was never measured. */
  measurement: MeasurementRow | undefined;
  /** True if only a judge with other settings was measured. */
  wasOther: boolean;
  answers: AnswerRow[];
  /** Answers to the questions that were repeated in another form. */
  seconds: SecondAnswerRow[];
}

/**
 * Reads the settings of one of a project's judges, the labeled replies of the project, and the answers from the latest measurement of
 * the current judge, if there is one.
 */
export async function readMeasured(
  { config }: Installation,
  scope: WorkScope,
  projectId: string,
  name: string | null,
): Promise<Measured> {
  const row = await findJudge(scope, projectId, name);
  const settings = name !== null && !row ? undefined : judgeSettingsOf(config, row);
  const replies = (await listLabelled(scope, projectId, row?.rubric ?? '')).map((reply) => ({
    ...reply,
    state: labelOf(reply.labels, reply.settled),
  }));
  const measurement =
    settings && (await findMeasurement(scope, projectId, { fingerprint: fingerprintOf(settings) }));
  const last = measurement ?? (await findMeasurement(scope, projectId, { name }));
  const answers = measurement ? await listAnswers(scope, measurement.id) : [];
  const seconds = measurement ? await listSecondAnswers(scope, measurement.id) : [];
  return {
    name,
    settings,
    row,
    replies,
    measurement,
    wasOther: !measurement && !!last,
    answers,
    seconds,
  };
}

/** @returns the replies whose label counts: it is undisputed, and the judge's rules do not quote the reply */
const countable = (replies: readonly CountedReply[]): (CountedReply & { state: Label })[] =>
  replies.filter(
    (reply): reply is CountedReply & { state: Label } =>
      (reply.state === 'passed' || reply.state === 'failed') && !reply.isInRubric,
  );

/** Returns the labeled replies about which the current judge was not asked, or whose label has changed since. */
export function unmeasured({
  replies,
  answers,
}: Pick<Measured, 'replies' | 'answers'>): (CountedReply & { state: Label })[] {
  const answered = new Map(answers.map((answer) => [answer.replyId, answer]));
  return countable(replies).filter(({ id, state }) => answered.get(id)?.label !== state);
}

/**
 * Keeps the replies in a language and those whose language is unknown, with their answers.
 *
 * @param language null keeps all of them
 */
function inLanguage(measured: Measured, language: string | null): Measured {
  if (language === null) return measured;
  const replies = measured.replies.filter(
    (reply) => reply.language === null || reply.language === language,
  );
  const ids = new Set(replies.map(({ id }) => id));
  const isOfIt = ({ replyId }: { replyId: string }) => ids.has(replyId);
  return {
    ...measured,
    replies,
    answers: measured.answers.filter(isOfIt),
    seconds: measured.seconds.filter(isOfIt),
  };
}

type Matrix = Parameters<typeof judgeLicence>[0];

/**
 * Counts the judge's answers by the labels of people. An answer whose label has changed since counts as lost, like a missing
 * one; both are errors of the judge.
 */
function matrixOf({ replies, answers }: Pick<Measured, 'replies' | 'answers'>): Matrix {
  const byId = new Map(replies.map((reply) => [reply.id, reply]));
  const matrix: Matrix = {
    passed: { passed: 0, failed: 0, lost: 0 },
    failed: { passed: 0, failed: 0, lost: 0 },
  };
  for (const { replyId, label, answer } of answers) {
    const reply = byId.get(replyId);
    if (!reply || reply.isInRubric) continue;
    const isKept = reply.state === label && answer !== 'none';
    matrix[label][isKept ? answer : 'lost'] += 1;
  }
  return matrix;
}

interface Licence {
  figures: LicenceFigures;
  matrix: Matrix;
  state: JudgeView['licence']['state'];
  why: string | null;
  expiresAt: Date | null;
  models: string[];
}

function licenceOf({ clock }: Installation, measured: Measured): Licence {
  const { settings, measurement, wasOther } = measured;
  const matrix = matrixOf(measured);
  const figures = judgeLicence(matrix);
  const { models, unknown } = modelsOf(measured);
  const expiresAt = measurement
    ? new Date(measurement.startedAt.getTime() + licenceDays * dayMs)
    : null;
  const known = { figures, matrix, expiresAt, models: [...models, ...unknown].sort() };
  const without = (state: Licence['state'], why: string): Licence => ({ ...known, state, why });
  if (!settings) return without('none', 'this installation has no judge');
  const open = unmeasured(measured).length;
  if (!measurement) {
    const labels = judgeLicence(expectedOf(countable(measured.replies)));
    if (wasOther)
      return without(
        'suspended',
        'the judge changed since it was measured; measure it again on the same labels',
      );
    return without('unmeasured', labelsWanted(labels) ?? 'measure the judge on your labels');
  }
  if (expiresAt && clock.now() > expiresAt)
    return without(
      'expired',
      `it was measured more than ${licenceDays} days ago; measure it again`,
    );
  if (measurement.isRunning || open > 0)
    return without(
      'suspended',
      `${open === 1 ? '1 label is' : `${open} labels are`} not measured yet; measure the judge`,
    );
  // The answers so far count while more are asked. Otherwise, asking would restore a suspended license.
  const unstable = whyUnstable(measured);
  if (figures.isGranted && unstable) return without('suspended', unstable);
  if (figures.isGranted && models.length === 0 && unknown.length > 0)
    return without(
      'suspended',
      `its model called itself ${unknown.join(', ')}, none of which answered about enough labels; measure it again a day after it was measured last`,
    );
  if (figures.isGranted) return { ...known, models, state: 'valid', why: null };
  return without('refused', labelsWanted(figures) ?? 'the judge errs too often');
}

/**
 * Returns the names by which the model called itself. If there are several, a provider replaced the model during the
 * measurement, or uses several at the same time. Then a name is known only if its own answers would earn the license.
 */
function modelsOf({ replies, answers }: Pick<Measured, 'replies' | 'answers'>): {
  models: string[];
  unknown: string[];
} {
  const names = [...new Set(answers.flatMap((answer) => answer.models))].sort();
  if (names.length < 2) return { models: names, unknown: [] };
  const isKnown = (name: string) =>
    judgeLicence(
      matrixOf({ replies, answers: answers.filter((answer) => answer.models.includes(name)) }),
    ).isGranted;
  const known = new Set(names.filter(isKnown));
  return { models: [...known], unknown: names.filter((name) => !known.has(name)) };
}

/** Returns the matrix of a judge that agrees with all labels. */
function expectedOf(labels: readonly { state: Label }[]): Matrix {
  const count = (label: Label) => labels.filter(({ state }) => state === label).length;
  return {
    passed: { passed: count('passed'), failed: 0, lost: 0 },
    failed: { passed: 0, failed: count('failed'), lost: 0 },
  };
}

function labelsWanted({ missing, falsePasses, falseFailures }: LicenceFigures): string | undefined {
  const wanted = [
    missing.failed > 0 && `${missing.failed} more replies that fail`,
    missing.passed > 0 && `${missing.passed} more replies that pass`,
  ].filter(Boolean);
  if (wanted.length === 0) return undefined;
  const wrong = falsePasses.wrong + falseFailures.wrong;
  const so = wrong > 0 ? `it was wrong ${wrong} times; change its rules, or label` : 'label';
  return `${so} ${wanted.join(' and ')}, and the judge must agree with all of them`;
}

/**
 * Returns what a gate needs to know about the judges of a project, the default one first; none if the installation has no judge.
 *
 * @param language of the replies that the gate covers; null if unknown, so that all labels count
 */
export async function standingsOf(
  platform: Installation,
  scope: WorkScope,
  projectId: string,
  language: string | null,
): Promise<JudgeStanding[]> {
  const named = await listNamedJudges(scope, projectId);
  const standings: JudgeStanding[] = [];
  for (const name of [null, ...named.map((judge) => judge.name)]) {
    const measured = await readMeasured(platform, scope, projectId, name);
    const standing = standingOf(platform, inLanguage(measured, language), language);
    if (standing) standings.push(standing);
  }
  return standings;
}

function standingOf(
  platform: Installation,
  measured: Measured,
  language: string | null,
): JudgeStanding | undefined {
  if (!measured.settings) return undefined;
  const { figures, models, why } = licenceOf(platform, measured);
  return {
    ...(measured.name !== null && { name: measured.name }),
    fingerprint: fingerprintOf(measured.settings),
    models,
    falsePasses: figures.falsePasses,
    falseFailures: figures.falseFailures,
    ...(why !== null && {
      why: language === null ? why : `for replies in ${nameOf(language)}: ${why}`,
    }),
  };
}

const nameOf = (language: string): string =>
  new Intl.DisplayNames('en', { type: 'language' }).of(language) ?? language;

export async function presentJudge(
  platform: Installation,
  scope: WorkScope,
  projectId: string,
  name: string | null,
): Promise<JudgeView> {
  const measured = await readMeasured(platform, scope, projectId, name);
  const { settings, row, replies, measurement, answers } = measured;
  const { figures, matrix, state, why, expiresAt, models } = licenceOf(platform, measured);
  const { kappa, falsePasses, falseFailures, missing } = figures;
  const countOf = (one: CountedReply['state']) =>
    replies.filter((reply) => reply.state === one).length;
  return {
    name,
    source: settings ? (row ? 'project' : 'installation') : 'none',
    model: settings?.model ?? null,
    rubric: row?.rubric ?? '',
    votes: settings?.votes ?? 1,
    needed: settings?.needed ?? 1,
    version: row?.version ?? 0,
    mayChooseModel: mayChooseModel(platform.config),
    licence: {
      state,
      why,
      measuredAt: measurement?.startedAt.toISOString() ?? null,
      expiresAt: expiresAt?.toISOString() ?? null,
      models,
      falsePasses,
      falseFailures,
      matrix,
      kappa: kappa && { kappa: kappa.kappa, ...kappa.interval },
      languages: presentLanguages(platform, measured),
      missing:
        measurement || !settings ? missing : judgeLicence(expectedOf(countable(replies))).missing,
    },
    replies: {
      total: replies.length,
      open: countOf('open'),
      passed: countOf('passed'),
      failed: countOf('failed'),
      disputed: countOf('disputed'),
      inRubric: replies.filter((reply) => reply.isInRubric && reply.state !== 'open').length,
      unmeasured: settings ? unmeasured(measured).length : 0,
    },
    measuring: {
      isRunning: measurement?.isRunning ?? false,
      answered: answers.length,
      failure: measurement?.failure ?? null,
      cost: settings ? costOf(settings, unmeasured(measured)) : { requests: 0, tokens: 0 },
    },
    stability: presentStability(measured),
  };
}

function presentLanguages(
  platform: Installation,
  measured: Measured,
): JudgeView['licence']['languages'] {
  const known = new Set(countable(measured.replies).map(({ language }) => language));
  return [...known].flatMap((language) => {
    if (language === null) return [];
    const { figures, state, why } = licenceOf(platform, inLanguage(measured, language));
    const { falsePasses, falseFailures } = figures;
    return { language, name: nameOf(language), state, why, falsePasses, falseFailures };
  });
}

function presentStability(measured: Measured): JudgeView['stability'] {
  const { settings, measurement, seconds } = measured;
  const all = secondQuestions(measured);
  const open = openQuestions(measured);
  return {
    isRunning: measurement?.perturbing != null,
    failure: measurement?.perturbingFailure ?? null,
    perturbations: judgePerturbations.map((name) => {
      const isOfIt = ({ perturbation }: { perturbation: string }) => perturbation === name;
      return {
        name,
        isAsked: measurement?.perturbing?.includes(name) ?? false,
        asked: seconds.filter(isOfIt).length,
        applicable: all.filter(isOfIt).length,
        ...stabilityOf(measured, name),
        cost: settings ? costOf(settings, open.filter(isOfIt)) : { requests: 0, tokens: 0 },
      };
    }),
  };
}
