import { join } from 'node:path';
import {
  type Evidence,
  emptyRunResult,
  foldEvents,
  type GateSettings,
  type RunEvent,
  type RunResult,
  type StepOrigin,
} from '@parley/suite';

/** The file that a suite was read from. */
export interface SuiteSource {
  path: string;
  /** Line of a test or one of its steps; of a step of a block, its line in the block. */
  lineOf(test: string, step?: number, origin?: StepOrigin): number | undefined;
}

/** A run for reports, folded from its events. */
export interface RecordedRun {
  /** Name of the suite, for example the path of its file. */
  name: string;
  result: RunResult;
  source?: SuiteSource;
  /** The data row that the suite was run with, if there are several. */
  row?: { suite: string; name: string };
  /** Folder of its evidence files, if they were kept. */
  evidenceFolder?: string;
  /** Name of the environment whose values it used. */
  environment?: string;
  /** Fingerprints of its tests by key: what they ask and expect, with the settings that affect the result. */
  definitions?: Record<string, string>;
  /** Gate of its suite. */
  gate?: GateSettings;
}

interface RecordingOptions
  extends Pick<
    RecordedRun,
    'source' | 'row' | 'evidenceFolder' | 'environment' | 'definitions' | 'gate'
  > {
  /** False if its report is never re-evaluated, so the last repetition of a step is enough. */
  keepsPlays?: boolean;
}

/** Starts to record a run; `record` takes its events in order. */
export function startRecording(
  name: string,
  {
    source,
    row,
    evidenceFolder,
    environment,
    definitions,
    gate,
    keepsPlays = true,
  }: RecordingOptions = {},
): RecordedRun & { record(events: Iterable<RunEvent>): void } {
  return {
    name,
    ...(source && { source }),
    ...(row && { row }),
    ...(evidenceFolder !== undefined && { evidenceFolder }),
    ...(environment !== undefined && { environment }),
    ...(definitions && { definitions }),
    ...(gate && { gate }),
    result: emptyRunResult(),
    record(events) {
      this.result = foldEvents(events, this.result, { keepsPlays });
    },
  };
}

/** Files of the stored evidence, each with its kind. */
export const evidencePaths = (
  { evidenceFolder }: RecordedRun,
  { evidence = [] }: { evidence?: Evidence[] },
): { kind: Evidence['kind']; path: string }[] =>
  evidenceFolder === undefined
    ? []
    : evidence.map(({ kind, id }) => ({ kind, path: join(evidenceFolder, id) }));

/** Milliseconds from start to end; 0 for what did not run. */
export const durationMs = ({
  startedAt,
  finishedAt,
}: {
  startedAt?: number;
  finishedAt?: number;
}) => (startedAt !== undefined && finishedAt !== undefined ? finishedAt - startedAt : 0);
