import { createEgress, type Egress, failureOf } from '@parley/egress';
import {
  describeAudio,
  openFarAudio,
  type ScriptedCallee,
  startCallee,
} from '@parley/sip/scripted-callee';
import { expect, it, vi } from 'vitest';
import type { CallRequest, MediaLeg } from '../media-leg.ts';
import { createSipTrunk, placeDirectCall } from './sip-leg.ts';

const request = ({ port }: ScriptedCallee, egress: Egress): CallRequest => ({
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
  onEarlyAudio() {},
});

const call = (callee: ScriptedCallee, egress: Egress): Promise<MediaLeg> =>
  placeDirectCall(request(callee, egress));

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
  // A packet that arrives shows that audio from the resolved address is accepted.
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

it('holds its calls on when the trunk no longer takes their registration', async () => {
  await using far = await openFarAudio();
  const description = describeAudio('IP4 127.0.0.1', far.port);
  let registrations = 0;
  await using callee = await startCallee(description, (answer, { method }) => {
    if (method !== 'REGISTER') return;
    registrations += 1;
    answer.headers.push(['Expires', registrations === 1 ? '1' : '300']);
    if (registrations === 2) Object.assign(answer, { status: 503, reason: 'Later' });
  });
  const trunk = createSipTrunk({
    host: '127.0.0.1',
    port: callee.port,
    credentials: { username: 'tester', password: 's3cret' },
    wantsRegistration: true,
  });
  const egress = createEgress({ allow: [`127.0.0.1:${callee.port}`] });
  const first = await trunk.place(request(callee, egress));
  await vi.waitFor(() => expect(registrations).toBe(2));
  const second = await trunk.place(request(callee, egress));
  expect(registrations).toBe(3);
  expect((await callee.ask('INVITE', description)).status).toBe(200);
  await first.hangUp();
  expect(callee.methods.at(-1)).toBe('BYE');
  expect(second.endedBy()).toBeUndefined();
  await second.hangUp();
  await trunk.close();
});
