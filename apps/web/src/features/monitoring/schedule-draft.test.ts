import { describe, expect, it } from 'vitest';
import { closeDraft, keepsCustom, openDraft, withCalendar } from './schedule-draft.ts';

describe('the draft of a schedule', () => {
  it('gives back a configuration as it was, with what it does not know', () => {
    const config = {
      everyMinutes: 15,
      cron: '0 9 * * *',
      timeZone: 'Europe/Berlin',
      calendarIds: ['c1'],
      retries: 1,
      alertWhen: { failures: 2, of: 3 },
      notify: ['ops@acme.test'],
    } as const;
    const given = { ...config, calendarIds: [...config.calendarIds] };
    expect(closeDraft(given, openDraft(given))).toEqual(given);
  });

  it('has the environment, and none once it is taken away', () => {
    const stored = { cron: '0 9 * * *', timeZone: 'UTC', environment: 'staging' };
    const draft = openDraft(stored);
    expect(draft.environment).toBe('staging');
    expect(closeDraft(stored, draft)).toMatchObject(stored);
    expect(closeDraft(stored, { ...draft, environment: '' })).not.toHaveProperty('environment');
    expect(closeDraft(null, { ...draft, environment: 'production' })).toMatchObject({
      environment: 'production',
    });
  });

  it('has the tries, keeps a rule that it does not offer, and none as in the suite', () => {
    expect(openDraft(null).tries).toBe('suite');
    expect(openDraft({ repeat: { maxTries: 1 } }).tries).toBe('single');
    const stored = { repeat: { passRate: 0.9, maxTries: 30 } };
    const draft = openDraft(stored);
    expect(draft.tries).toBe('repeated');
    expect(closeDraft(stored, draft)).toMatchObject(stored);
    expect(closeDraft(stored, { ...draft, tries: 'suite' })).not.toHaveProperty('repeat');
    expect(closeDraft(stored, { ...draft, tries: 'single' })).toMatchObject({
      repeat: { maxTries: 1 },
    });
    expect(closeDraft(null, { ...draft, tries: 'repeated' })).toMatchObject({
      repeat: { maxTries: 50 },
    });
  });

  it('leaves a custom schedule without a zone as it is, which is UTC', () => {
    const draft = { ...openDraft({ cron: ' 0 9 * * *' }), retries: 2 };
    expect(draft.timeZone).toBe('UTC');
    expect(closeDraft({ cron: ' 0 9 * * *' }, draft)).toEqual({
      cron: ' 0 9 * * *',
      everyMinutes: 60,
      calendarIds: [],
      retries: 2,
      alertWhen: { failures: 1, of: 1 },
    });
  });

  it.each([
    ['another rule', { retries: 3 }, true],
    ['spaces around it', { cron: ' 0 9 * * * ' }, true],
    ['another time', { cron: '0 8 * * *' }, false],
    ['another zone', { timeZone: 'UTC' }, false],
    ['an interval', { kind: 'interval' as const }, false],
  ])('with %s keeps the stored custom schedule or not', (_, change, isKept) => {
    const stored = { cron: '0 9 * * *', timeZone: 'Europe/Berlin' };
    expect(keepsCustom(stored, { ...openDraft(stored), ...change })).toBe(isKept);
    expect(keepsCustom(null, { ...openDraft(null), ...change })).toBe(false);
  });

  it('leaves no custom schedule behind when an interval is chosen', () => {
    const draft = {
      ...openDraft({ cron: '0 9 * * *', timeZone: 'UTC' }),
      kind: 'interval' as const,
    };
    expect(closeDraft({ cron: '0 9 * * *', timeZone: 'UTC' }, draft)).toEqual({
      everyMinutes: 60,
      calendarIds: [],
      retries: 0,
      alertWhen: { failures: 1, of: 1 },
    });
  });

  it('never waits for more failures than there are runs', () => {
    const draft = { ...openDraft(null), failures: 3, of: 2 };
    expect(closeDraft(null, draft).alertWhen).toEqual({ failures: 2, of: 2 });
  });

  it.each([
    ['is chosen', { id: 'c2', isChosen: true }, ['c1', 'c2']],
    ['is not chosen any more', { id: 'c1', isChosen: false }, []],
  ])('forgets calendars that were deleted when another %s', (_, change, left) => {
    const chosen = ['deleted', 'c1', 'deleted too'];
    expect(withCalendar(chosen, change, ['c1', 'c2'])).toEqual(left);
  });
});
