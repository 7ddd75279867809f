/** @parley/suite: the test language. It has no dependencies on a platform and runs in browsers and Node. */
export {
  type AccessibilityFinding,
  type AccessibilityReport,
  type AccessibilityUnknown,
  accessibilityImpacts,
  accessibilityLevel,
  judgeAccessibility,
} from './accessibility/judge-accessibility.ts';
export { type AgentFacts, agentFacts } from './agents/agent-facts.ts';
export { agentNamedBy, linkAgent, linkedAgent, mayNameAgent } from './agents/link-agent.ts';
export { blockNameLengthMax, isBlockName, isParameterName } from './blocks/block-name.ts';
export { describeOrigin } from './blocks/describe-origin.ts';
export { expandBlocks } from './blocks/expand-blocks.ts';
export { linkLibrary } from './blocks/library.ts';
export { type Renamed, renameInLibrary, renameUses } from './blocks/rename-block.ts';
export { counted } from './counted.ts';
export { escapeXml } from './escape-xml.ts';
export { conclude, isBad, shownStatus } from './events/conclude.ts';
export { describeSaid } from './events/describe-said.ts';
export type { EvidenceKind } from './events/evidence/evidence-kind.ts';
export { type EvidenceRenderer, evidenceKinds } from './events/evidence/kinds.ts';
export { evidenceKindOf, evidenceNoun } from './events/evidence/look-up-kind.ts';
export { readSpanList, type ShownSpan, type SpanList } from './events/evidence/span-list.ts';
export { expectedInWords } from './events/expected-in-words.ts';
export type * from './events/failure.ts';
export { type FailedStep, failureSignature } from './events/failure-signature.ts';
export { emptyRunResult, foldEvent, foldEvents } from './events/fold.ts';
export { lostEvidenceInWords } from './events/lost-evidence-in-words.ts';
export {
  afterRevision,
  type Ending,
  isOutcome,
  type Outcome,
  outcomeOf,
  type Standing,
} from './events/outcome.ts';
export { isOverridden, verdictOn } from './events/override.ts';
export { type PlannedTest, planRun } from './events/plan.ts';
export type * from './events/run-event.ts';
export type * from './events/run-result.ts';
export { slowedInWords } from './events/slowed-in-words.ts';
export { vacuousChecks } from './events/vacuous-checks.ts';
export {
  readCounts,
  readEvent,
  readOutcome,
  readStanding,
  spellCounts,
  spellEvent,
  spellOutcome,
  type WireCounts,
  type WireEvent,
  type WireOutcome,
  type WireStanding,
  wireOutcomes,
} from './events/wire.ts';
export { readResult, spellResult, type WireResult } from './events/wire-result.ts';
export type * from './explore/exploration-event.ts';
export {
  type ExplorationMap,
  hasUnknownWords,
  inputOf,
  type MapEdge,
  type MapState,
  mapOf,
  type PathStep,
  stateOfTurn,
  stepsOf,
} from './explore/exploration-map.ts';
export {
  type Dictation,
  type Exploration,
  type ExploredConversation,
  type ExploredTurn,
  emptyExploration,
  foldExploration,
} from './explore/fold-exploration.ts';
export { type ChangedPrompt, overlayRun, type RunOverlay } from './explore/overlay-run.ts';
export {
  mapToSuite,
  nameOf as nameOfPath,
  pathToTest,
  type Strictness,
} from './explore/path-to-test.ts';
export {
  type Acceptance,
  acceptancesIn,
  isOfWording,
  noteAcceptance,
} from './format/apply/acceptances.ts';
export { applySuite } from './format/apply/apply.ts';
export type { ImportLoss, ImportReport } from './format/import/import-report.ts';
export {
  type Agent,
  agentNameLengthMax,
  agentVersionLengthMax,
  isAgentName,
} from './format/model/agent.ts';
export type * from './format/model/channel-configuration.ts';
export { describeExpectation } from './format/model/describe.ts';
export {
  environmentNameProblem,
  environmentNamesMax,
  environmentValueMax,
  expectsSecrets,
  savedVariables,
  secretCharactersMax,
  secretCharactersMin,
  secretMisuse,
  secretProblem,
  usesSecrets,
  withEnvironment,
} from './format/model/environment.ts';
export { fillAddress } from './format/model/fill-address.ts';
export { asksForEvidence, type GateSettings } from './format/model/gate.ts';
export { describeInput, isListening, parseInput, printInput } from './format/model/inputs.ts';
export { defaultJudge, isJudgeName, judgeNameLengthMax } from './format/model/judge-name.ts';
export { missingChannel } from './format/model/missing-channel.ts';
export type { RepeatRule } from './format/model/repeat.ts';
export { switchOf, thresholdOf, timeoutMsOf } from './format/model/step-settings.ts';
export type * from './format/model/suite.ts';
export {
  compileTemplate,
  fillAssertions,
  fillTemplate,
  fillTest,
  placeholdersIn,
  secretPrefix,
  type Template,
  type Values,
  valuesFor,
} from './format/model/template.ts';
export { isEdited, testFingerprint } from './format/model/test-fingerprint.ts';
export { keyOf, keysOf } from './format/model/test-keys.ts';
export {
  describeUnfilled,
  isUnusable,
  nameWithoutValue,
  type Unfilled,
  unfilledHint,
  unfilledOf,
} from './format/model/unfilled.ts';
export {
  type WidgetPresetName,
  widgetPresetChoices,
  widgetPresetNames,
} from './format/model/widget-presets.ts';
export { branchTarget } from './format/parse/branches.ts';
export { maskCredentials, mayNeedMask } from './format/parse/mask-credentials.ts';
export { type LineSpan, outlineSuite, type SuiteOutline } from './format/parse/outline.ts';
export { parseSuite } from './format/parse/parse.ts';
export { agentLengthMax, agentsMax, parseAgents } from './format/parse/parse-agent.ts';
export { canonicalKey, parseOpener } from './format/parse/parse-configuration.ts';
export { type EnvironmentFile, parseEnvironment } from './format/parse/parse-environment.ts';
export { libraryLengthMax, parseLibrary } from './format/parse/parse-library.ts';
export type * from './format/parse/problem.ts';
export { suiteTextLengthMax } from './format/parse/read-yaml.ts';
export { isAboutUselessKey } from './format/parse/unknown-keys.ts';
export { printAgent, printOpener, printSuite } from './format/print/print.ts';
export { printToolCheck } from './format/print/print-tools.ts';
export { gateEntry } from './gate/gate-entry.ts';
export { type JudgePerturbation, judgePerturbations } from './gate/judge-perturbation.ts';
export { flipsMax } from './gate/judge-stability.ts';
export { readGate } from './gate/read-gate.ts';
export { addLoadTotals, noLoad } from './load/add-load-totals.ts';
export {
  errorRateOf,
  judgeLoad,
  type LoadMetric,
  type LoadThreshold,
  type LoadVerdict,
} from './load/judge-load.ts';
export {
  createLatencyHistogram,
  emptyHistogram,
  type HistogramData,
  type LatencyHistogram,
} from './load/latency-histogram.ts';
export type * from './load/load-measures.ts';
export {
  type LoadProfile,
  type LoadProfileKind,
  loadAt,
  partOf,
  peakUsers,
  turnsPerSecondMax,
} from './load/load-profile.ts';
export { isToolPath, mayBeMistaken, reportsToolCalls, settleDoubt } from './match/absence.ts';
export { boundedVerdict, verdictTextMax, wholeActual } from './match/bounded-verdict.ts';
export { isPattern } from './match/contains.ts';
export { comparedWordsMax, difference } from './match/difference.ts';
export { matchAssertion, matchSettings } from './match/match-assertion.ts';
export type * from './match/matcher.ts';
export {
  type ParsedPath,
  type PathSegment,
  parsePath,
  readPath,
} from './match/path.ts';
export { pressedButton, sentBy } from './match/pressed-button.ts';
export {
  compileProperty,
  isSpokenText,
  looksAtEarlySpeech,
  looksAtSpeech,
} from './match/property.ts';
export { describeAssertion, expectsSilence } from './match/rule.ts';
export { isOfTool, readSavedValue, savedValueDoubt } from './match/saved-value.ts';
export { settledText } from './match/settled-text.ts';
export { recordingProblem } from './match/sounds-like.ts';
export { asLiteral, isBlank, withoutWildcards } from './match/text.ts';
export { isSilent, replyIn, type Silence, silenceIn, type Turn } from './match/turn.ts';
export {
  joinedFigures,
  type MetricFigures,
  metricFigures,
  metricInWords,
} from './metrics/metric-figures.ts';
export {
  asksForReports,
  isOfUsage,
  judgedLengthMax,
  type MetricReading,
  readMetric,
  readMetricOfAnswer,
} from './metrics/metric-source.ts';
export { type Forecast, forecastsOf } from './repeat/forecast.ts';
export {
  concludeTries,
  judgeTries,
  type TriesVerdict,
  triesNeeded,
} from './repeat/judge-tries.ts';
export {
  brokenFrom,
  evidenceRuns,
  failuresNeeded,
  passesNeeded,
  type QuarantineEvidence,
  quarantineEvidence,
  type ResultInHistory,
  spellsNeeded,
} from './repeat/quarantine-evidence.ts';
export { maxTriesMax, problemOfRule, repeatInWords, repeatRuleOf } from './repeat/repeat-rule.ts';
export { setRepeat } from './repeat/set-repeat.ts';
export { rateInWords, type TryEnd } from './repeat/tally.ts';
export {
  intervalInWords,
  type TriesFigures,
  triesFiguresOf,
  triesInWords,
  triesTallyOf,
} from './repeat/tries-figures.ts';
export { escapeFor, escapeJson } from './requests/escape-for.ts';
export {
  jsonIn,
  judgeAnswer,
  standingOf,
  type WholeAnswer,
  whyNothingShows,
} from './requests/judge-answer.ts';
export {
  answerLengthMax,
  describeRequest,
  mapJsonTexts,
  type SentRequest,
  type SystemAnswer,
  type SystemRequest,
} from './requests/system-request.ts';
export { spokenTokens } from './speech/spoken-text.ts';
export {
  amountText,
  type CostRange,
  costGaps,
  costInWords,
  costRange,
  pricedUse,
  sumOfCosts,
} from './tools/cost.ts';
export { type ToolFormatName, toolFormatNames } from './tools/format-names.ts';
export { toolFormats } from './tools/formats.ts';
export { isObject, type JsonObject, objectsIn } from './tools/json-object.ts';
export { isJson, parseExactly } from './tools/json-text.ts';
export { countInWords } from './tools/judge-tokens.ts';
export { judgeTools, type ToolTurn } from './tools/judge-tools.ts';
export { checkOfValue, matchValue } from './tools/match-value.ts';
export { mergeChunks } from './tools/merge-chunks.ts';
export { mergeSpans, type SpanEvidence, type SpannedCall } from './tools/merge-spans.ts';
export { settleUnwanted, unwantedTool } from './tools/near-tool.ts';
export type { Cost, ModelPrice, Prices } from './tools/prices.ts';
export { readTools, toolPartsPerTurnMax } from './tools/read-tools.ts';
export { endsMessage, isAside } from './tools/reply-pieces.ts';
export { costOfConversations, costOfRun, type RunCost, runCostInWords } from './tools/run-cost.ts';
export { thinReport } from './tools/thin-report.ts';
export {
  countOf,
  exactCount,
  type InputSorts,
  type ModelTokens,
  type RequestTokens,
  sortsBesideOrWithin,
  sumOfCounts,
  sumOfSorts,
  type TokenCount,
  type TokenKind,
  type TokenUse,
  tokenUseOf,
} from './tools/token-use.ts';
export type * from './tools/tool-call.ts';
export type * from './tools/tool-check.ts';
export { isUsageCheck } from './tools/tool-check.ts';
export { type Interjection, interjectionName } from './voice/interjection.ts';
export { judgeVoice } from './voice/judge-voice.ts';
export {
  type LineClass,
  type LineFacts,
  type LineFinding,
  lineClasses,
  lineConfidenceMin,
  lineInWords,
} from './voice/line-facts.ts';
export { printVoiceCheck, type VoiceCheck } from './voice/voice-check.ts';
export {
  figureInWords,
  type MeasuredFigure,
  type NetworkFacts,
  networkInWords,
  type SentSpeechFacts,
  sentInWords,
  type VoiceFacts,
  type VoiceFigure,
  type VoiceSpan,
} from './voice/voice-facts.ts';
