import {
  describeAudio,
  openFarAudio,
  type ScriptedCallee,
  startCallee,
} from '@parley/sip/scripted-callee';
import { expect, it, vi } from 'vitest';
import { createEgress, type Egress } from '../../../egress/egress.ts';
import { failureOf } from '../../../failure.ts';
import type { MediaLeg } from '../media-leg.ts';
import { placeDirectCall } from './sip-leg.ts';

const call = ({ port }: ScriptedCallee, egress: Egress): Promise<MediaLeg> =>
  placeDirectCall({
    to: {
      kind: 'sip',
      uri: `sip:line@127.0.0.1:${port}`,
      host: '127.0.0.1',
      port,
      isSecure: false,
    },
    from: undefined,
    ringMs: 5000,
    callMsMax: 10_000,
    egress,
    signal: new AbortController().signal,
    onMessage() {},
  });

it('sends audio to the address to which a name led when it was checked, and to no other', async () => {
  await using far = await openFarAudio();
  await using callee = await startCallee(describeAudio('IP4 rebind.example', far.port));
  const asked: string[] = [];
  const rebinding = async (host: string) => {
    asked.push(host);
    return [{ address: asked.length === 1 ? '127.0.0.1' : '169.254.169.254', family: 4 }];
  };
  const leg = await call(callee, createEgress({ allow: ['127.0.0.1:*'] }, rebinding));
  await vi.waitFor(() => expect(far.heard.length).toBeGreaterThan(2));
  far.say({ sequence: 1 }, callee.callersPort());
  // Whoever is heard by the address of his name is no line that is mute.
  await vi.waitFor(() => expect(leg.stats().packetsReceived).toBe(1));
  expect(asked).toEqual(['rebind.example']);
  await leg.hangUp();
});

it('sends no audio where a name leads to what may not be reached', async () => {
  await using far = await openFarAudio();
  await using callee = await startCallee(describeAudio('IP4 rebind.example', far.port));
  const toPrivate = async () => [{ address: '127.0.0.2', family: 4 }];
  const calling = call(callee, createEgress({ allow: ['127.0.0.1:*'] }, toPrivate));
  expect(failureOf(await calling.catch((error) => error)).code).toBe('egress-refused');
  expect(callee.methods).toEqual(['INVITE', 'ACK', 'BYE']);
  expect(far.heard).toEqual([]);
});

it('takes no call whose audio is at a port that is none', async () => {
  await using callee = await startCallee(describeAudio('IP4 127.0.0.1', 99_999));
  const calling = call(callee, createEgress({ allow: ['127.0.0.1:*'] }));
  expect(failureOf(await calling.catch((error) => error)).code).toBe('no-codec');
  expect(callee.methods).toEqual(['INVITE', 'ACK', 'BYE']);
});

it('leads no audio during a call to where it may not be sent', async () => {
  await using far = await openFarAudio();
  await using callee = await startCallee(describeAudio('IP4 127.0.0.1', far.port));
  const leg = await call(callee, createEgress({ allow: [`127.0.0.1:${callee.port}`] }));
  const moved = await callee.ask('INVITE', describeAudio('IP4 127.0.0.2', far.port));
  expect(moved.status).toBe(488);
  await leg.hangUp();
});
