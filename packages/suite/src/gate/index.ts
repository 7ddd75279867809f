/**
 * Gates: rules about a run and its difference from a baseline. They have an entry point of their own, so that the rest of the
 * package does not load the tables of distributions.
 */

export type { GateSettings, Metric, RateRule } from '../format/model/gate.ts';
export { areOthers } from './agents-differ.ts';
export type { ComparedTests } from './compared-tests.ts';
export { forecastGate, type GateForecast, type GatePlan } from './forecast-gate.ts';
export {
  asksTheSame,
  defaultGate,
  defaultRates,
  type GateRules,
  gateOf,
  ruleInWords,
} from './gate-rules.ts';
export {
  type ComparedRuns,
  type ComparedTest,
  type GateResult,
  judgeGate,
  type MustResult,
  type RuleResult,
} from './judge-gate.ts';
export {
  type ErrorFigures,
  falseFailuresMax,
  falsePassesMax,
  type JudgedLabels,
  judgeLicence,
  type LicenceFigures,
} from './judge-licence.ts';
export { evidenceOfDifference, type GateVerdict } from './judge-rate.ts';
export {
  flipsMax,
  judgeStability,
  type SecondVerdicts,
  type StabilityFigures,
} from './judge-stability.ts';
export type { JudgeStanding } from './judged-by.ts';
export { parseGate } from './parse-gate.ts';
export { gateAsMarkdown } from './print-gate.ts';
export { durationOf, gateRulesMax, readGate, ruleOf, shareOf } from './read-gate.ts';
