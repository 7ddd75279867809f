/** Exports a load test: CSV for spreadsheets, JSON for programs, JUnit XML for CI servers. */
import type { LoadPoint, LoadReport } from '@parley/contract';
import { renderThresholdsJunit } from '@parley/engine';
import type { LoadIncident } from '../../db/schema/load-tests.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { toLoadPoints } from './load-points.ts';
import { reportLoadTest } from './load-report.ts';
import { type ListedLoadTest, presentLoadTest } from './load-test-row.ts';
import { lastSecond, listSamples } from './load-tests.queries.ts';
import { thresholdInWords } from './threshold-in-words.ts';

export type ExportFormat = 'csv' | 'json' | 'junit';

export interface ExportedFile {
  ending: string;
  mediaType: string;
  content: string;
}

/** Number of seconds to combine at a time, which limits memory for long tests. */
const secondsPerPage = 600;

export async function exportLoadTest(
  scope: Scope,
  test: ListedLoadTest,
  format: ExportFormat,
): Promise<ExportedFile> {
  if (format === 'junit') {
    const report = await reportLoadTest(scope, test);
    return { ending: '.junit.xml', mediaType: 'application/xml', content: toJunit(test, report) };
  }
  const seconds = await allPoints(scope, test.id);
  if (format === 'csv')
    return { ending: '.csv', mediaType: 'text/csv; charset=utf-8', content: toCsv(seconds) };
  const report = await reportLoadTest(scope, test);
  const content = JSON.stringify({ loadTest: presentLoadTest(test), report, seconds }, null, 2);
  return { ending: '.json', mediaType: 'application/json', content };
}

async function allPoints(scope: Scope, id: string): Promise<LoadPoint[]> {
  const points: LoadPoint[] = [];
  const last = await lastSecond(scope, id);
  for (let from = 0; from <= last; from += secondsPerPage)
    points.push(...toLoadPoints(await listSamples(scope, id, from, from + secondsPerPage)));
  return points;
}

const columns: Record<string, (point: LoadPoint) => number | null> = {
  second: ({ second }) => second,
  active_conversations: ({ active }) => active,
  conversations_started: ({ started }) => started,
  conversations_finished: ({ finished }) => finished,
  conversations_failed: ({ failed }) => failed,
  turns: ({ turns }) => turns,
  p50_ms: ({ p50 }) => p50,
  p95_ms: ({ p95 }) => p95,
  p99_ms: ({ p99 }) => p99,
  max_ms: ({ max }) => max,
  errors_wrong: ({ errors }) => errors.wrong ?? 0,
  errors_silent: ({ errors }) => errors.silent ?? 0,
  errors_network: ({ errors }) => errors.network ?? 0,
  errors_configuration: ({ errors }) => errors.configuration ?? 0,
  errors_internal: ({ errors }) => errors.internal ?? 0,
  tester_lag_ms: ({ lagMs }) => lagMs,
};

function toCsv(points: readonly LoadPoint[]): string {
  const cell = (value: number | null) => (value === null ? '' : Number(value.toFixed(3)));
  const rows = points.map((point) => Object.values(columns).map((of) => cell(of(point))));
  return [Object.keys(columns), ...rows].map((row) => `${row.join(',')}\r\n`).join('');
}

/** Writes JUnit XML: a case for each threshold, and one if the test did not finish. */
function toJunit(test: ListedLoadTest, report: LoadReport): string {
  const incidents = test.incidents.map(
    ({ second, message }: LoadIncident) => `${second} s: ${message}`,
  );
  return renderThresholdsJunit({
    name: test.name,
    startedAt: test.startsAt,
    seconds: test.profile.durationS,
    status: test.status,
    notes: incidents.join('\n'),
    cases: report.thresholds.map((threshold) => ({
      ...thresholdInWords(threshold),
      passed: threshold.passed,
    })),
  });
}
