/** Lists evidence of a run from its events, page by page. */

import type { PublicEvidence } from '@parley/contract';
import { evidenceKinds, type WireEvent } from '@parley/suite';
import type { WorkScope } from '../../../platform/database/scope.ts';
import type { RunRow } from './run-row.ts';
import { listEventLines } from './runs.queries.ts';

/** Events that are read at once. */
const eventsAtOnce = 2000;

/** Reads for one page; a long run with little evidence ends a page early. */
const readsMax = 4;

interface EvidenceFilter {
  /** Place of a test in the run, from 0. */
  test?: number | undefined;
  /** Number of a try, from 1. */
  try?: number | undefined;
}

/**
 * @param after place of the last event of the page before; 0 at the beginning
 * @returns evidence of whole events, at least `limit` pieces if there are so many; `end` is the place of the last event
 *   that was looked at, or null at the end
 */
export async function listEvidence(
  { db }: WorkScope,
  { id: runId }: RunRow,
  filter: EvidenceFilter,
  after: number,
  limit: number,
): Promise<{ items: PublicEvidence[]; end: number | null }> {
  const items: PublicEvidence[] = [];
  let place = after;
  for (let read = 0; read < readsMax; read += 1) {
    const lines = await listEventLines(db, runId, place, eventsAtOnce);
    if (lines.length === 0) return { items, end: null };
    for (const { seq, line } of lines) {
      place = seq;
      // Most events have none, and need not be parsed.
      if (line.includes('vidence"')) items.push(...evidenceIn(JSON.parse(line), filter));
      if (items.length >= limit) return { items, end: place };
    }
  }
  return { items, end: place };
}

function evidenceIn(event: WireEvent, filter: EvidenceFilter): PublicEvidence[] {
  if (event.type !== 'step.finished' && event.type !== 'test.finished') return [];
  const isOfTest = filter.test === undefined || event.test === filter.test;
  const isOfTry = filter.try === undefined || (event.try ?? 1) === filter.try;
  if (!isOfTest || !isOfTry) return [];
  const place = {
    test: event.test,
    try: event.try ?? 1,
    attempt: event.attempt,
    step: event.type === 'step.finished' ? event.step : null,
  };
  const kept = (event.evidence ?? []).map(({ kind, id }) => ({
    ...place,
    kind,
    id,
    mediaType: evidenceKinds[kind]?.mediaType ?? null,
    lost: null,
  }));
  const lost = (event.lostEvidence ?? []).map(({ kind, reason }) => ({
    ...place,
    kind,
    id: null,
    mediaType: null,
    lost: reason,
  }));
  return [...kept, ...lost];
}
