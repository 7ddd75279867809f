import { expect, it, onTestFinished, vi } from 'vitest';
import { answerCalls } from './answer-calls.ts';
import type { Call } from './call.ts';
import { describeAudio, openFarAudio } from './test/scripted-callee.ts';
import { startCaller } from './test/scripted-caller.ts';

const here = 'IP4 127.0.0.1';

/** Places a call from a telephone with this description and answers it immediately if possible. */
async function takeCall(description: string) {
  let call: Call | undefined;
  const side = await answerCalls({
    host: '127.0.0.1',
    port: 0,
    async onInvitation(invitation) {
      call = await invitation.answer();
    },
  });
  const caller = await startCaller(side.port, description);
  onTestFinished(async () => {
    await side.close();
    await caller[Symbol.asyncDispose]();
  });
  return { caller, call: () => call };
}

async function openAudio() {
  const audio = await openFarAudio();
  onTestFinished(() => audio[Symbol.asyncDispose]());
  return audio;
}

it('a caller that holds the call, or only asks whether we are there, hears on where he is', async () => {
  const [described, real] = [await openAudio(), await openAudio()];
  const { caller, call } = await takeCall(describeAudio(here, described.port));
  expect(caller.answer.status).toBe(200);
  real.say({ sequence: 1 }, caller.calleesPort);
  await vi.waitFor(() => expect(call()?.media.stats().packetsReceived).toBe(1));
  for (const connection of ['IP4 0.0.0.0', here]) {
    const answer = await caller.invite(describeAudio(connection, described.port));
    expect(answer.status).toBe(200);
    expect(answer.body).toBe(caller.answer.body);
    const before = real.heard.length;
    await vi.waitFor(() => expect(real.heard.length).toBeGreaterThan(before + 2));
  }
});

it.each([
  ['in a codec of which we know nothing', describeAudio(here, 4000, '18')],
  ['at a name that nobody has looked up', describeAudio('IP4 rebind.example', 4000)],
])('a caller that hears %s is refused', async (_, description) => {
  const { caller, call } = await takeCall(description);
  expect(caller.answer.status).toBe(488);
  expect(call()).toBeUndefined();
});
