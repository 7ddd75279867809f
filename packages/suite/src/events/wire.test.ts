import { describe, expect, it } from 'vitest';
import { foldEvents } from './fold.ts';
import type { Standing } from './outcome.ts';
import {
  readCounts,
  readEvent,
  readOutcome,
  readStanding,
  spellCounts,
  spellEvent,
  spellOutcome,
  type WireEvent,
} from './wire.ts';
import { readResult, spellResult } from './wire-result.ts';

/** Events as stored by the previous release, one per line. */
const stored = [
  '{"type":"run.started","at":1,"tests":[{"name":"Call","mode":"run","steps":[{"input":{"kind":"text","text":"hi"},"expected":"prompt contains \\"hello\\""}]},{"name":"Chat","mode":"run","steps":[]},{"name":"Left","mode":"skipped","steps":[]}]}',
  '{"type":"test.started","at":2,"test":0,"attempt":1}',
  '{"type":"step.started","at":3,"test":0,"attempt":1,"step":0,"sent":"hi"}',
  '{"type":"step.finished","at":4,"test":0,"attempt":1,"step":0,"outcome":"unsure","verdicts":[],"failure":{"class":"unsure","code":"low-confidence","message":"Too little."}}',
  '{"type":"test.finished","at":5,"test":0,"attempt":1,"outcome":"unsure","failure":{"class":"unsure","code":"low-confidence","message":"Too little."},"checks":1}',
  '{"type":"test.started","at":6,"test":1,"attempt":1}',
  '{"type":"test.finished","at":7,"test":1,"attempt":1,"outcome":"passed","checks":1}',
  '{"type":"run.finished","at":8,"status":"failed"}',
];

const read = (lines: string[]) => lines.map((line) => readEvent(JSON.parse(line) as WireEvent));

const override = (test: number, outcome: string): string =>
  `{"type":"verdict.overridden","at":9,"test":${test},"outcome":"${outcome}","reason":"Heard it.","by":{"id":"u","name":"Ada"}}`;

describe('stored events', () => {
  it('of the release before fold to what they meant', () => {
    // Untranslated, because folding accepts both names.
    const lines = stored.map((line): WireEvent => JSON.parse(line));
    const { status, counts, tests } = foldEvents(lines);
    expect(status).toBe('failed');
    expect(counts).toEqual({
      total: 3,
      passed: 1,
      failed: 0,
      error: 0,
      undecided: 1,
      skipped: 1,
      pending: 0,
    });
    expect(tests.map(({ outcome }) => outcome)).toEqual(['undecided', 'passed', 'skipped']);
    expect(tests[0]?.steps[0]).toMatchObject({
      outcome: 'undecided',
      failure: { class: 'unsure', code: 'low-confidence' },
    });
  });

  it('leave a run failed when another verdict than the undecided one is overridden', () => {
    const { status, counts } = foldEvents(read([...stored, override(1, 'passed')]));
    expect([status, counts.undecided]).toEqual(['failed', 1]);
  });

  it('let a person decide what was undecided, and remember what it was', () => {
    const { status, counts, tests } = foldEvents(read([...stored, override(0, 'passed')]));
    expect([status, counts.passed, counts.undecided]).toEqual(['passed', 2, 0]);
    expect(tests[0]).toMatchObject({
      measured: 'undecided',
      overrides: [{ from: 'undecided', to: 'passed' }],
    });
  });

  it('are spelled as the release before reads them', () => {
    expect(read(stored).map((event) => JSON.stringify(spellEvent(event)))).toEqual(stored);
  });
});

describe('names of outcomes', () => {
  it.each<[string, Standing]>([
    ['passed', 'passed'],
    ['failed', 'failed'],
    ['error', 'error'],
    ['unsure', 'undecided'],
    ['undecided', 'undecided'],
    ['skipped', 'skipped'],
    ['pending', 'pending'],
    ['running', 'running'],
    ['maybe', 'undecided'],
    ['', 'undecided'],
    ['constructor', 'undecided'],
  ])('reads %j as %s', (wire, standing) => {
    expect(readStanding(wire)).toBe(standing);
  });

  it('takes what is no outcome for undecided where there must be one', () => {
    expect(readOutcome('skipped')).toBe('undecided');
    expect(readOutcome('passed')).toBe('passed');
  });

  it('come back as they went', () => {
    const all: Standing[] = [
      'passed',
      'failed',
      'error',
      'undecided',
      'skipped',
      'pending',
      'running',
    ];
    expect(all.map((standing) => readStanding(spellOutcome(standing)))).toEqual(all);
    expect(spellOutcome('undecided')).toBe('unsure');
  });
});

describe('counts', () => {
  const counts = {
    total: 3,
    passed: 1,
    failed: 0,
    error: 0,
    undecided: 2,
    skipped: 0,
    pending: 0,
    vacuous: 4,
  };

  it('keep the names of before outside of the program', () => {
    const wire =
      '{"total":3,"passed":1,"failed":0,"error":0,"unsure":2,"skipped":0,"pending":0,"vacuous":4}';
    expect(JSON.stringify(spellCounts(counts))).toBe(wire);
    expect(readCounts(JSON.parse(wire))).toEqual(counts);
  });

  it('of a release that counted nothing undecided have none', () => {
    const { undecided, ...old } = counts;
    expect(readCounts(old as never).undecided).toBe(0);
  });
});

describe('results in reports', () => {
  it('have the names of before in every place, and are read back', () => {
    const again = [
      '{"type":"test.started","at":6,"test":0,"attempt":2}',
      '{"type":"step.started","at":6,"test":0,"attempt":2,"step":0,"sent":"hi"}',
      ...Array<string>(2).fill(
        '{"type":"step.finished","at":6,"test":0,"attempt":2,"step":0,"outcome":"unsure","verdicts":[],"failure":{"class":"unsure","code":"low-confidence","message":"Too little."}}',
      ),
      '{"type":"step.started","at":6,"test":0,"attempt":2,"step":0,"sent":"hi"}',
      stored[4]?.replace('"attempt":1', '"attempt":2') ?? '',
      ...[override(0, 'failed'), override(0, 'error')],
      override(0, 'passed').replace('"outcome"', '"step":0,"outcome"'),
    ];
    const result = foldEvents(read([...stored, ...again]));
    const written = JSON.stringify(spellResult(result));
    expect(written).not.toContain('undecided');
    // Attempts, plays, measured outcomes and overrides.
    expect(written.match(/"unsure"/g)?.length).toBeGreaterThan(7);
    expect(readResult(JSON.parse(written))).toEqual(result);
  });
});
