import { join } from 'node:path';
import {
  type AgentFacts,
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
  /** Returns the line of a test or one of its steps. For a step of a block, returns its line in the block. */
  lineOf(test: string, step?: number, origin?: StepOrigin): number | undefined;
}

/** A run for reports, combined from its events. */
export interface RecordedRun {
  /** Name of the suite, for example the path of its file. */
  name: string;
  result: RunResult;
  source?: SuiteSource;
  /** Data row with which the suite was run; absent if the suite has no rows. */
  row?: { suite: string; name: string };
  /** Folder of its evidence files, if they were kept. */
  evidenceFolder?: string;
  /** Name of the environment whose values the run used. */
  environment?: string;
  /** The agent that its suite named. */
  agent?: AgentFacts;
  /** Fingerprints of the tests by key. They cover what the tests send and expect, and the settings that affect the result. */
  definitions?: Record<string, string>;
  /** Gate of its suite. */
  gate?: GateSettings;
}

interface RecordingOptions
  extends Pick<
    RecordedRun,
    'source' | 'row' | 'evidenceFolder' | 'environment' | 'agent' | 'definitions' | 'gate'
  > {
  /** False if the run is never re-evaluated, so that only the last repetition of each step is kept. */
  keepsPlays?: boolean;
}

/** Starts recording a run. Pass its events to `record` in order. */
export function startRecording(
  name: string,
  {
    source,
    row,
    evidenceFolder,
    environment,
    agent,
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
    ...(agent && { agent }),
    ...(definitions && { definitions }),
    ...(gate && { gate }),
    result: emptyRunResult(),
    record(events) {
      this.result = foldEvents(events, this.result, { keepsPlays });
    },
  };
}

/** Paths of the stored evidence, each with its kind; empty if evidence is not kept in files. */
export const evidencePaths = (
  { evidenceFolder }: RecordedRun,
  { evidence = [] }: { evidence?: Evidence[] },
): { kind: Evidence['kind']; path: string }[] =>
  evidenceFolder === undefined
    ? []
    : evidence.map(({ kind, id }) => ({ kind, path: join(evidenceFolder, id) }));

/** Milliseconds from start to end; 0 if either is unknown. */
export const durationMs = ({
  startedAt,
  finishedAt,
}: {
  startedAt?: number;
  finishedAt?: number;
}) => (startedAt !== undefined && finishedAt !== undefined ? finishedAt - startedAt : 0);
