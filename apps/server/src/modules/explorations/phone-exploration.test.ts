/** Tests explorations of a phone line with keys and words, over real SIP and RTP. */

import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { explorations as endpoints } from '@parley/contract';
import { type MockIvr, startMockIvr } from '@parley/mock-ivr';
import { hasPrograms } from '@parley/mock-ivr/has-programs';
import { parseWav } from '@parley/sip';
import { type ExploredTurn, emptyExploration, foldExploration, type Input } from '@parley/suite';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { usageEvents } from '../../db/schema/index.ts';
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

async function call(explorationId: string): Promise<number> {
  const params = { explorationId };
  const { body } = await ada.call(endpoints.startConversation, { params, body: { path: [] } });
  await replyOf(explorationId, ({ input }) => input?.kind === 'open');
  return body.conversation;
}

/** Waits for the reply of the line in a turn. */
function replyOf(explorationId: string, isIt: (turn: ExploredTurn) => boolean) {
  const find = async () =>
    (await conversationOf(explorationId))?.turns.find((turn) => isIt(turn) && turn.reply);
  return vi.waitUntil(find, { timeout: 40_000, interval: 250 });
}

/** Creates a WAV file with a voice that speaks these words. */
async function voiceSaying(words: string): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-voice-'));
  try {
    const file = join(folder, 'voice.wav');
    await promisify(execFile)('flite', ['-voice', 'rms', '-t', words, '-o', file]);
    return await readFile(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns the peak volume of one side of a stereo recording, from 0 to 1. */
function peakOf(wav: Buffer, side: 'line' | 'tester'): number {
  const { channels } = parseWav(wav);
  const samples = channels[side === 'line' ? 0 : 1] ?? [];
  return Array.from(samples, Math.abs).reduce((peak, sample) => Math.max(peak, sample), 0) / 32_768;
}

async function conversationOf(explorationId: string) {
  const { body } = await ada.call(endpoints.listExplorationEvents, { params: { explorationId } });
  const events = body.events.map(({ event }) => event);
  return events.reduce(foldExploration, emptyExploration()).conversations.at(-1);
}

async function recordingOf(
  explorationId: string,
  evidence: ExploredTurn['evidence'] = [],
): Promise<Buffer> {
  const params = { explorationId, evidenceId: evidence[0]?.id ?? '' };
  const { status, headers } = await ada.call(endpoints.getExplorationEvidence, { params });
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('audio/wav');
  const stored = await app.platform.storage.get(
    `explorations/${explorationId}/${params.evidenceId}`,
  );
  return stored ?? Buffer.alloc(0);
}

describe.skipIf(!hasPrograms('flite', 'pocketsphinx_batch'))('an exploration of a line', () => {
  it('hears the greeting, presses keys, hears the answer and hangs up', async () => {
    const channel = { kind: 'phone', to: ivr.uri, quietMs: 900 } as const;
    const created = await ada.call(endpoints.createExploration, { body: { channel } });
    const explorationId = created.body.id;
    const params = { explorationId };
    const conversation = await call(explorationId);
    const input: Input = { kind: 'dtmf', digits: '2' };
    expect((await ada.call(endpoints.say, { params, body: { conversation, input } })).status).toBe(
      202,
    );
    const { reply, evidence } = await replyOf(explorationId, (turn) => turn.input?.kind === 'dtmf');
    expect(reply?.text).toContain('every day');
    expect(reply?.payload).toMatchObject({ connection: { codec: 'PCMU' } });
    expect(evidence).toMatchObject([{ kind: 'audio' }]);
    expect(peakOf(await recordingOf(explorationId, evidence), 'line')).toBeGreaterThan(0.05);
    await ada.call(endpoints.endConversation, { params });
    await vi.waitFor(() => expect(ivr.openCalls()).toBe(0), { timeout: 10_000 });
  }, 120_000);

  it('counts the minutes of a call during which it is deleted', async () => {
    const channel = { kind: 'phone', to: ivr.uri, quietMs: 900 } as const;
    const created = await ada.call(endpoints.createExploration, { body: { channel } });
    const params = { explorationId: created.body.id };
    await call(params.explorationId);
    expect((await ada.call(endpoints.deleteExploration, { params })).status).toBe(204);
    const counted = await app.platform.db
      .select({ seconds: usageEvents.quantity })
      .from(usageEvents)
      .where(
        and(
          eq(usageEvents.source, `exploration:${params.explorationId}`),
          eq(usageEvents.kind, 'call-seconds'),
        ),
      );
    expect(counted).toEqual([{ seconds: expect.any(Number) }]);
    expect(counted[0]?.seconds).toBeGreaterThan(0);
    await vi.waitFor(() => expect(ivr.openCalls()).toBe(0), { timeout: 10_000 });
  }, 120_000);

  it('plays a recording into the call, and transcribes it', async () => {
    const channel = { kind: 'phone', to: ivr.uri, quietMs: 900 } as const;
    const created = await ada.call(endpoints.createExploration, { body: { channel } });
    const explorationId = created.body.id;
    const params = { explorationId };
    const conversation = await call(explorationId);
    const echo: Input = { kind: 'dtmf', digits: '3' };
    await ada.call(endpoints.say, { params, body: { conversation, input: echo } });
    await replyOf(explorationId, (turn) => turn.input?.kind === 'dtmf');

    const audio = (await voiceSaying('one hundred dollars')).toString('base64');
    const spoken = await ada.call(endpoints.speak, { params, body: { conversation, audio } });
    expect(spoken.status).toBe(202);
    const { recording } = spoken.body;
    const isSpoken = (turn: ExploredTurn) => turn.spoken?.recording === recording;
    const { reply, evidence } = await replyOf(explorationId, isSpoken);
    // The line plays back what it heard.
    expect(reply?.text).toContain('hundred');
    expect(peakOf(await recordingOf(explorationId, evidence), 'tester')).toBeGreaterThan(0.05);
    const { input } = await replyOf(
      explorationId,
      (turn) => isSpoken(turn) && turn.spoken?.transcript !== undefined,
    );
    expect(input).toMatchObject({ kind: 'text', text: expect.stringContaining('hundred') });

    await ada.call(endpoints.deleteExploration, { params });
    const gone = { ...params, evidenceId: recording };
    expect((await ada.call(endpoints.getExplorationEvidence, { params: gone })).status).toBe(404);
    expect(await app.platform.storage.get(`explorations/${explorationId}/${recording}`)).toBe(
      undefined,
    );
    await vi.waitFor(() => expect(ivr.openCalls()).toBe(0), { timeout: 10_000 });
  }, 180_000);
});
