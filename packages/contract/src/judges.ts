/** The judge of a project, people's labels, and the license that rests on the labels. */

import { defaultJudge, isJudgeName, judgePerturbations } from '@parley/suite';
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id, text, timestamp, version } from './fields.ts';

const base = '/internal/v1/users/{userId}/organizations/{orgId}/projects/{projectId}/judge';

/** Maximum number of replies to label per project. */
export const judgeRepliesMax = 2000;

/** Maximum length of the rules that a project gives its judge. */
export const judgeRubricMax = 8000;

const judgeModelMax = 200;

/** Maximum number of judges with a name per project. */
export const namedJudgesMax = 10;

const judgeName = z.string().check(
  z.refine((name) => isJudgeName(name) && name !== defaultJudge, {
    message:
      'Begin with a letter, and use letters, digits, spaces, _ and -, at most 40 characters, but not “default”.',
  }),
);

/** Chooses a judge of the project by its name. Without it, the default judge. */
const whichJudge = z.object({ judge: z.optional(judgeName) });

export const judgeLabelSchema = z.enum(['passed', 'failed']);

export type JudgeLabel = z.infer<typeof judgeLabelSchema>;

const errorFigures = z.object({
  wrong: z.number(),
  of: z.number(),
  /** Exact one-sided 95% upper bound. */
  bound: z.number(),
});

/** Changes to a question that should not change the verdict. */
const perturbationSchema = z.enum(judgePerturbations);

/** Estimated cost of questions to the judge: the number of requests to its model, and roughly how many tokens it reads. */
const cost = z.object({ requests: z.number(), tokens: z.number() });

const answers = z.object({ passed: z.number(), failed: z.number(), lost: z.number() });

const licenceState = z.enum(['valid', 'refused', 'unmeasured', 'suspended', 'expired', 'none']);

export const judgeSchema = z.object({
  /** Name by which suites ask for the judge; null for the default judge. */
  name: z.nullable(z.string()),
  /** The provider of the judge; `none` if there is no judge. */
  source: z.enum(['project', 'installation', 'none']),
  model: z.nullable(z.string()),
  rubric: z.string(),
  votes: z.number(),
  needed: z.number(),
  version: z.number(),
  /** True if the project can choose a model and the number of votes. */
  mayChooseModel: z.boolean(),
  licence: z.object({
    state: licenceState,
    /** A sentence that says why the judge has no license; null if it has one. */
    why: z.nullable(z.string()),
    measuredAt: z.nullable(timestamp),
    expiresAt: z.nullable(timestamp),
    /** Names that the models report for themselves. */
    models: z.array(z.string()),
    falsePasses: errorFigures,
    falseFailures: errorFigures,
    /** The judge's verdicts by people's labels. `lost`: no answer, or relabeled since. */
    matrix: z.object({ passed: answers, failed: answers }),
    kappa: z.nullable(z.object({ kappa: z.number(), low: z.number(), high: z.number() })),
    /**
     * The license for each language that occurs in the labels. A gate uses it if the suite has a locale. Labels of unknown
     * language count for all languages.
     */
    languages: z.array(
      z.object({
        language: z.string(),
        /** English name of the language. */
        name: z.string(),
        state: licenceState,
        why: z.nullable(z.string()),
        falsePasses: errorFigures,
        falseFailures: errorFigures,
      }),
    ),
    /** Number of further labels that would earn the license if the judge agrees with all of them. */
    missing: z.object({ passed: z.number(), failed: z.number() }),
  }),
  replies: z.object({
    total: z.number(),
    /** Number of replies without a label. */
    open: z.number(),
    passed: z.number(),
    failed: z.number(),
    /** Replies with differing labels, or with a label that was changed after the judge’s verdict was known. */
    disputed: z.number(),
    /** Labeled replies that the judge's rules quote, so they prove nothing. */
    inRubric: z.number(),
    /** Labeled replies that this judge has not evaluated yet. */
    unmeasured: z.number(),
  }),
  measuring: z.object({
    isRunning: z.boolean(),
    answered: z.number(),
    /** Why the last measurement stopped early. */
    failure: z.nullable(z.string()),
    /** Cost of the remaining questions. */
    cost,
  }),
  /** Verdicts that flip although nothing relevant changed. */
  stability: z.object({
    isRunning: z.boolean(),
    failure: z.nullable(z.string()),
    perturbations: z.array(
      z.object({
        name: perturbationSchema,
        /** True while the judge is answering questions with this change. */
        isAsked: z.boolean(),
        asked: z.number(),
        /** Number of replies to which this change can be applied. */
        applicable: z.number(),
        /** Flips on replies that people labeled as failed, and as passed. A missing answer counts as a flip. */
        failed: errorFigures,
        passed: errorFigures,
        /** True if the license is suspended because of these flips, once the measurement has ended. */
        isUnstable: z.boolean(),
        /** Cost of the remaining questions. */
        cost,
      }),
    ),
  }),
});

export type JudgeView = z.output<typeof judgeSchema>;

export const getJudge = endpoint({
  method: 'GET',
  path: base,
  summary: 'Get the judge of a project, and what labels show about it',
  access: { organization: 'runs.read' },
  query: whichJudge,
  response: judgeSchema,
});

export const listJudges = endpoint({
  method: 'GET',
  path: `${base}s`,
  summary: 'List the judges of a project that have a name',
  access: { organization: 'runs.read' },
  response: z.object({
    items: z.array(
      z.object({ name: z.string(), model: z.nullable(z.string()), licence: licenceState }),
    ),
  }),
});

export const deleteJudge = endpoint({
  method: 'DELETE',
  path: base,
  summary: 'Delete a judge that has a name; steps that ask for it end as errors from then on',
  access: { organization: 'judges.manage' },
  query: z.object({ judge: judgeName }),
  response: 'nothing',
});

export const setJudge = endpoint({
  method: 'PUT',
  path: base,
  summary: 'Change the judge of a project; a license is suspended until it is measured again',
  access: { organization: 'judges.manage' },
  query: whichJudge,
  body: z.object({
    /** Null to use the model of the installation. */
    model: z._default(
      z.nullable(text(judgeModelMax).check(z.trim(), z.minLength(1, 'Enter a model.'))),
      null,
    ),
    /** Rules for the judge, in addition to its standard instructions. */
    rubric: z._default(text(judgeRubricMax), ''),
    /** Null to use the number of the installation. */
    votes: z._default(z.nullable(z.number().check(z.int(), z.minimum(1), z.maximum(9))), null),
    needed: z._default(z.nullable(z.number().check(z.int(), z.minimum(1), z.maximum(9))), null),
    /** The version that the change is based on. An outdated version causes `conflict`. */
    version: z.optional(version),
  }),
  response: judgeSchema,
  errors: ['conflict', 'invalid_request', 'limit_reached'],
});

export const collectReplies = endpoint({
  method: 'POST',
  path: `${base}/replies`,
  summary: 'Fetch replies to label from the latest runs of a project',
  access: { organization: 'judges.label' },
  response: z.object({ added: z.number(), runs: z.number() }),
  errors: ['limit_reached', 'too_much_work'],
});

const judgedReply = z.object({
  id,
  suiteName: z.string(),
  testName: z.string(),
  /** The user's message; empty if there was none. */
  said: z.string(),
  reply: z.string(),
  /** The expectations. The reply has to meet one of them. */
  expected: z.array(z.string()),
  /** The caller’s own label. */
  label: z.nullable(judgeLabelSchema),
  /** Other people’s labels and the judge’s verdict. Absent until labeling is complete. */
  labels: z.optional(z.object({ passed: z.number(), failed: z.number() })),
  verdict: z.optional(
    z.object({ answer: z.enum(['passed', 'failed', 'none']), reason: z.string() }),
  ),
  /** Answers to perturbed questions that differ from the judge’s first answer. Only present with `flipped`. */
  flips: z.optional(
    z.array(
      z.object({
        perturbation: perturbationSchema,
        before: judgeLabelSchema,
        answer: z.enum(['passed', 'failed', 'none']),
        reason: z.string(),
      }),
    ),
  ),
});

export type JudgedReply = z.output<typeof judgedReply>;

export const listJudgedReplies = endpoint({
  method: 'GET',
  path: `${base}/replies`,
  summary: 'List replies to label, or those about which people or the judge disagree',
  access: { organization: 'runs.read' },
  query: z.object({
    /**
     * `open`: unlabeled. `second`: labeled by others only. `disputed`: people disagree. `mistakes`: the judge disagrees with
     * people. `flipped`: the judge changes its verdict when a question is perturbed.
     */
    show: z._default(z.enum(['open', 'second', 'disputed', 'mistakes', 'flipped']), 'open'),
    /** The judge whose mistakes and flips to list. */
    judge: z.optional(judgeName),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 20),
  }),
  response: z.object({ items: z.array(judgedReply) }),
});

export const labelReply = endpoint({
  method: 'PUT',
  path: `${base}/replies/{replyId}/label`,
  summary: 'Label a reply; with `settles`, also end a disagreement',
  access: { organization: 'judges.label' },
  body: z.object({ label: judgeLabelSchema, settles: z.optional(z.boolean()) }),
  response: 'nothing',
  errors: ['conflict'],
});

export const removeLabel = endpoint({
  method: 'DELETE',
  path: `${base}/replies/{replyId}/label`,
  summary: 'Withdraw your own label, unless a judge was measured with it',
  access: { organization: 'judges.label' },
  response: 'nothing',
  errors: ['conflict'],
});

export const measureJudge = endpoint({
  method: 'POST',
  path: `${base}/measurement`,
  summary: 'Ask the judge about all labeled replies that it was not asked about yet',
  access: { organization: 'judges.manage' },
  query: whichJudge,
  response: judgeSchema,
  status: 202,
  errors: ['conflict'],
});

export const measureStability = endpoint({
  method: 'POST',
  path: `${base}/stability`,
  summary: 'Ask the judge about all labeled replies again, in ways that must not change its answer',
  access: { organization: 'judges.manage' },
  query: whichJudge,
  body: z.object({
    perturbations: z._default(
      z.array(perturbationSchema).check(z.minLength(1), z.maxLength(judgePerturbations.length)),
      [...judgePerturbations],
    ),
  }),
  response: judgeSchema,
  status: 202,
  errors: ['conflict'],
});

export const cancelMeasurement = endpoint({
  method: 'DELETE',
  path: `${base}/measurement`,
  summary: 'Stop measuring the judge or its stability; answers that were given are kept and count',
  access: { organization: 'judges.manage' },
  query: whichJudge,
  response: judgeSchema,
  errors: ['conflict'],
});
