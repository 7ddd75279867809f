import { organizationParts } from '@parley/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ListeningToAll, organizationTopic } from '../../../platform/live/news.ts';
import { type OrganizationChanges, rememberChanges } from './organization-changes.ts';

let hear: ListeningToAll;
let changes: OrganizationChanges;
const everything = [...organizationParts, 'runs'];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  changes = rememberChanges({
    subscribeAll(listening) {
      hear = listening;
    },
  });
  vi.advanceTimersByTime(20 * 60_000);
});

afterEach(() => {
  vi.useRealTimers();
});

function tell(organizationId: string, payload: object): void {
  hear.onNews(organizationTopic(organizationId), payload);
}

describe('changes of an organization', () => {
  it('are sent to clients that have not heard since before them, and to no others', () => {
    tell('acme', { kind: 'changed', part: 'suites' });
    tell('acme', { kind: 'run', runId: 'run-1' });
    tell('other', { kind: 'changed', part: 'projects' });
    hear.onNews('run:1', null);
    vi.advanceTimersByTime(60_000);
    tell('acme', { kind: 'changed', part: 'monitoring' });
    expect(changes.within('acme', 61_000)).toEqual(['suites', 'monitoring', 'runs']);
    expect(changes.within('acme', 30_000)).toEqual(['monitoring']);
    expect(changes.within('quiet', 61_000)).toEqual([]);
    expect(changes.within('acme', 0)).toEqual([]);
  });

  it('may have been anything before this process heard, after a gap, and long ago', () => {
    expect(changes.within('acme', 10 * 60_000)).toEqual(everything);
    hear.onGap();
    vi.advanceTimersByTime(10_000);
    expect(changes.within('acme', 8000)).toEqual(everything);
    expect(changes.within('acme', 1000)).toEqual([]);
  });

  it('are forgotten after five minutes', () => {
    tell('acme', { kind: 'changed', part: 'suites' });
    vi.advanceTimersByTime(6 * 60_000);
    tell('other', { kind: 'changed', part: 'suites' });
    expect(changes.within('acme', 4 * 60_000)).toEqual([]);
  });
});
