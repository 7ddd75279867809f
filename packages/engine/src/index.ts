/** @parley/engine: runs suites against bots. It does not depend on tenants, a database or an HTTP server. */
export {
  createPagePicker,
  type PagePicker,
  type Picks,
} from './channels/browser/pick/page-picker.ts';
export {
  type PickerTrial,
  type PickerView,
  PickRefused,
} from './channels/browser/pick/picker-view.ts';
export type { BrowserSettings } from './channels/browser/run-browser.ts';
export type {
  BotMessage,
  Channel,
  ChannelAbilities,
  ChannelMessages,
  ConversationClock,
  ConversationContext,
  MessageObservation,
  Observation,
  OpenChannel,
  Utterance,
  WaitObservation,
} from './channels/channel.ts';
export { createMask } from './channels/mask.ts';
export { readNoise } from './channels/phone/conditions/read-noise.ts';
export { createSipTrunk } from './channels/phone/legs/sip-leg.ts';
export { openTwilioTrunk } from './channels/phone/legs/twilio/twilio-trunk.ts';
export { findTrunk, type PhoneSettings, type Trunk } from './channels/phone/phone-settings.ts';
export { type Equipment, equipmentFor, missingEquipment } from './equipment.ts';
export { type KeepEvidence, kept } from './evidence.ts';
export { fetchText } from './fetch-text.ts';
export type { HostPace } from './host-pace.ts';
export {
  chooseJudge,
  createJudge,
  type JudgeSettings,
  judgeFingerprint,
  judgeTokensAbout,
} from './judge/create-judge.ts';
export type { Judge, Question } from './judge/judge.ts';
export { judgeAddress } from './judge/judge-address.ts';
export { type OwnJudgeSettings, withOwnSettings } from './judge/own-settings.ts';
export { appliesTo, perturbQuestion } from './judge/perturb-question.ts';
export { type LoadProgress, type LoadShare, runLoadShare } from './load/run-load-share.ts';
export { type ManualConversation, openManualConversation } from './manual-conversation.ts';
export { problemOfTests } from './prepare-test.ts';
export { reevaluate, reevaluationEvents } from './reevaluate.ts';
export { renderJunit, renderThresholdsJunit } from './report/junit.ts';
export { type ReporterName, reporters } from './report/kinds.ts';
export { type RecordedRun, type SuiteSource, startRecording } from './report/recorded-run.ts';
export type { Reporter, ReportOutput } from './report/reporter.ts';
export { tellAll } from './report/tell.ts';
export { describeDoubts, isWeak } from './report/weak-checks.ts';
export { concurrencyDefault, type RunOptions, runSuite } from './run-suite.ts';
export { awaitsRetry, type FinishedTest } from './run-test.ts';
export { createSharedPlaces } from './shared-places.ts';
export { asksForSound, type LoadRecording } from './sound/judge-sounds.ts';
export { RecordingError, readRecording, recordingBytesMax } from './sound/read-recording.ts';
export { storedRecording } from './sound/stored-recording.ts';
export { checkExport, type ExportFinding, type SeenRequest } from './spans/check-export.ts';
export { type KeptSpan, keptSpan } from './spans/kept-span.ts';
export { receiveSpans, type SpanReceiver } from './spans/receive-spans.ts';
export { createSpanBook, type SpanBook } from './spans/span-book.ts';
export {
  answerRefused,
  answerTaken,
  decodeSpans,
  rpcCodes,
  type SpanFormat,
  SpansRefused,
  spanFormatOf,
  spanRequestBytesMax,
  spansTooLarge,
  unpackedSpans,
} from './spans/span-request.ts';
export {
  type CalibrationReport,
  calibrateRecordings,
  type LabelledRecording,
  spokenWords,
  wordErrors,
} from './speech/calibration/calibrate-recordings.ts';
export {
  type Calibration,
  calibratedConfidence,
  calibrationOf,
  languageOf,
} from './speech/calibration/calibration.ts';
export { localCalibrations } from './speech/calibration/local-calibrations.ts';
export { readCalibrations } from './speech/calibration/read-calibrations.ts';
export { checkRecognizer, type RecognizerCheck } from './speech/check-recognizer.ts';
export { googleTextToSpeech } from './speech/cloud/google-speech.ts';
export { openAiTextToSpeech } from './speech/cloud/openai-speech.ts';
export { pollyTextToSpeech } from './speech/cloud/polly-speech.ts';
export { watsonTextToSpeech } from './speech/cloud/watson-speech.ts';
export { createSpeech } from './speech/create-speech.ts';
export { readRecognizer } from './speech/read-recognizer.ts';
export {
  type RecognizerChoice,
  recognizerName,
  serviceRecognizer,
} from './speech/recognizers.ts';
export type { Speech, SpeechToText, TextToSpeech } from './speech/speech.ts';
export { printSpeech, readSpeech, secondsOf } from './speech/speech-file.ts';
