import { describe, expect, it, vi } from 'vitest';
import type { Dialog } from './dialog.ts';
import { createEarlyDialogs } from './early-dialogs.ts';
import type { SipHeaders, SipResponse } from './sip-message.ts';

const ringing = (tag: string, ...more: SipHeaders): SipResponse => ({
  status: 183,
  reason: 'Session Progress',
  headers: [['To', tag === '' ? '<sip:bob@far>' : `<sip:bob@far>;tag=${tag}`], ...more],
  body: '',
});

const reliable = (tag: string, number: string) =>
  ringing(tag, ['Require', '100rel'], ['RSeq', number]);

function openEarly() {
  const receive = vi.fn();
  const acknowledgeProvisional = vi.fn();
  const open = vi.fn(() => ({ receive, acknowledgeProvisional }) as unknown as Dialog);
  return { early: createEarlyDialogs(open), open, receive, acknowledgeProvisional };
}

describe('early dialogs', () => {
  it('are one for each place that rings, and none without a tag', () => {
    const { early, open } = openEarly();
    const first = early.take(ringing('a'));
    expect(early.take(ringing('a'))).toBe(first);
    expect(early.take(ringing('b'))).not.toBe(first);
    expect(early.take(ringing(''))).toBeUndefined();
    expect(open).toHaveBeenCalledTimes(2);
    expect(early.dialogOf(ringing('a'))).toBe(first);
    expect(early.dialogOf(ringing('c'))).toBeUndefined();
  });

  it('are twenty at most, however many places ring', () => {
    const { early } = openEarly();
    const taken = Array.from({ length: 21 }, (_, place) => early.take(ringing(`t${place}`)));
    expect(taken.filter((dialog) => dialog !== undefined)).toHaveLength(20);
    expect(early.take(ringing('t0'))).toBe(taken[0]);
  });

  it('get their own messages, requests by who sent them', () => {
    const { early, receive } = openEarly();
    early.take(ringing('a'));
    const update = (tag: string) => ({
      method: 'UPDATE',
      uri: 'sip:me@here',
      headers: [['From', `<sip:bob@far>;tag=${tag}`]] as SipHeaders,
      body: '',
    });
    early.receive(update('b'));
    expect(receive).not.toHaveBeenCalled();
    early.receive(update('a'));
    early.receive(ringing('a'));
    expect(receive).toHaveBeenCalledTimes(2);
  });

  it('are told once that a response arrived, where they want to know', () => {
    const { early, acknowledgeProvisional } = openEarly();
    for (const tag of ['a', 'b']) early.take(ringing(tag));
    for (const response of [
      ringing('a'),
      ringing('a', ['Require', '100rel']),
      reliable('a', '1'),
      reliable('a', '1'),
      reliable('a', '2'),
      reliable('b', '1'),
      reliable('c', '1'),
    ])
      early.acknowledge(response);
    expect(acknowledgeProvisional.mock.calls).toEqual([['1'], ['2'], ['1']]);
  });
});
