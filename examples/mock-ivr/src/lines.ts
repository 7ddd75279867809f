/** The lines of the mock IVR by number: the menu, and everything that can go wrong with a call. */

import { setTimeout as sleep } from 'node:timers/promises';
import { type Call, type Invitation, type SendingConditions, sine } from '@parley/sip';
import { bankMenu, mistakenMenu } from './bank-menu.ts';
import { holdMenu } from './hold-menu.ts';
import { holdMusic } from './hold-music.ts';
import { murmur } from './murmur.ts';
import { audioOf } from './prompt-audio.ts';
import { answerAsAgent, conditionsOf, mannersOf } from './voice-agent.ts';

type Line = (invitation: Invitation, options: { hasMistake: boolean }) => Promise<void>;

/** Makes a line that answers and then does something with the call. */
const answered =
  (hold: (call: Call) => Promise<void>, conditions?: SendingConditions): Line =>
  async (invitation) => {
    const call = await invitation.answer(conditions);
    if (call) await hold(call);
  };

const refused =
  (status: number, reason: string): Line =>
  async (invitation) =>
    invitation.reject(status, reason);

/** @returns the line with this number; undefined if there is none */
export function lineOf(user: string): Line | undefined {
  const manners = mannersOf(user);
  if (manners) return answered(async (call) => answerAsAgent(call, manners), conditionsOf(manners));
  return Object.hasOwn(lines, user) ? lines[user] : undefined;
}

const lines: Record<string, Line> = {
  bank: async (invitation, { hasMistake }) => {
    invitation.ring();
    const call = await invitation.answer();
    if (call) await holdMenu(call, hasMistake ? mistakenMenu : bankMenu);
  },
  mistake: answered((call) => holdMenu(call, mistakenMenu)),
  busy: refused(486, 'Busy Here'),
  declined: refused(603, 'Decline'),
  unavailable: refused(503, 'Service Unavailable'),
  ringing: async (invitation) => invitation.ring(),
  silent: answered(async () => {}),
  mute: answered(async (call) => call.media.mute()),
  music: answered(async (call) => {
    while (!call.endedBy()) await call.media.play(holdMusic(1200));
  }),
  hold: answered(async (call) => {
    await call.media.play(await audioOf('Please hold the line.'));
    await call.media.play(holdMusic(7200));
    await call.media.play(await audioOf('Thank you for waiting.'));
  }),
  talking: answered(async (call) => {
    while (!call.endedBy()) await call.media.play(murmur(5000));
  }),
  voicemail: answered(async (call) => {
    await call.media.play(
      await audioOf(
        'You have reached the voicemail of Acme. Please leave a message after the tone.',
      ),
    );
    await call.media.play(sine([1000], 600, 8000));
  }),
  'busy-tone': answered(async (call) => {
    for (let count = 0; count < 6; count++) {
      await call.media.play(sine([480, 620], 500, 3000));
      await sleep(500);
    }
  }),
  'not-in-service': answered(async (call) => {
    const tones = [950, 1400, 1800].flatMap((hertz) => [...sine([hertz], 330, 6000)]);
    await call.media.play(Int16Array.from(tones));
    await call.media.play(await audioOf('The number you have dialed is not in service.'));
  }),
  fax: answered(async (call) => call.media.play(sine([2100], 3000, 6000))),
  dropping: answered(async (call) => {
    await call.media.play((await audioOf('Welcome to Acme bank.')).subarray(0, 4000));
    await sleep(100);
    await call.hangUp();
  }),
};
