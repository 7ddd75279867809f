/** Lists the evidence of a run from its events, page by page. */

import type { PublicEvidence } from '@parley/contract';
import { evidenceKinds, type WireEvent } from '@parley/suite';
import type { WorkScope } from '../../../platform/database/scope.ts';
import type { RunRow } from './run-row.ts';
import { listEventLines } from './runs.queries.ts';

/** Number of events to read at a time. */
const eventsAtOnce = 2000;

/** Maximum number of reads per page; a page of a long run with little evidence ends early. */
const readsMax = 4;

interface EvidenceFilter {
  /** Index of a test in the run, from 0. */
  test?: number | undefined;
  /** Number of a try, from 1. */
  try?: number | undefined;
}

/**
 * Lists the evidence of a page. A page can be empty although more evidence follows.
 *
 * @param after number of the last event of the previous page; 0 at the beginning
 * @returns evidence of complete events, at least `limit` items unless the page ends early; `end` is the number of the last
 * event that was searched, or null if there are no more
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
      // Most events have no evidence and need not be parsed.
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
