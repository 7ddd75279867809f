/** A person on the phone with a line: by keys and words, over real SIP and RTP. */
import { explorations as endpoints } from '@parley/contract';
import { type MockIvr, startMockIvr } from '@parley/mock-ivr';
import { hasPrograms } from '@parley/mock-ivr/has-programs';
import { emptyExploration, foldExploration, type Input } from '@parley/suite';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTenant, type Member } from '../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';

let ivr: MockIvr;
let app: TestApp;
let ada: Member;

beforeAll(async () => {
  ivr = await startMockIvr();
  app = await startTestApp({
    reachable: [ivr.authority],
    settings: { PARLEY_PHONE_ALLOW: `sip:*@${ivr.authority}` },
  });
  ada = (await createTenant(app)).owner;
});

afterAll(async () => {
  await app.close();
  await ivr.close();
});

async function conversationOf(explorationId: string) {
  const { body } = await ada.call(endpoints.listExplorationEvents, { params: { explorationId } });
  const events = body.events.map(({ event }) => event);
  return events.reduce(foldExploration, emptyExploration()).conversations.at(-1);
}

describe.skipIf(!hasPrograms('flite', 'pocketsphinx_continuous'))(
  'an exploration of a line',
  () => {
    it('hears the greeting, presses keys, hears the answer and hangs up', async () => {
      const channel = { kind: 'phone', to: ivr.uri, quietMs: 900 } as const;
      const created = await ada.call(endpoints.createExploration, { body: { channel } });
      const explorationId = created.body.id;
      const params = { explorationId };
      const begun = await ada.call(endpoints.startConversation, { params, body: { path: [] } });
      const greeted = async () => (await conversationOf(explorationId))?.turns[0]?.reply?.text;
      await vi.waitUntil(greeted, { timeout: 40_000, interval: 250 });
      const input: Input = { kind: 'dtmf', digits: '2' };
      const body = { conversation: begun.body.conversation, input };
      expect((await ada.call(endpoints.say, { params, body })).status).toBe(202);
      const answer = async () =>
        (await conversationOf(explorationId))?.turns.find((turn) => turn.input?.kind === 'dtmf')
          ?.reply;
      const reply = await vi.waitUntil(answer, { timeout: 40_000, interval: 250 });
      expect(reply.text).toContain('monday');
      expect(reply.payload).toMatchObject({ connection: { codec: 'PCMU' } });
      await ada.call(endpoints.endConversation, { params });
      await vi.waitFor(() => expect(ivr.openCalls()).toBe(0), { timeout: 10_000 });
    }, 120_000);
  },
);
