import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { register } from './register.ts';
import { openTransport } from './sip-transport.ts';
import { startCallee } from './test/scripted-callee.ts';

it('leaves a trunk alone that takes a registration for weeks', async () => {
  await using trunk = await startCallee('');
  const transport = await openTransport({ address: '127.0.0.1', port: trunk.port });
  const registration = await register({
    transport,
    credentials: { username: 'tester', password: 's3cret' },
    address: 'sip:tester@127.0.0.1',
    registrar: `sip:127.0.0.1:${trunk.port}`,
    seconds: 4_294_968,
  });
  await sleep(50);
  expect(trunk.methods).toEqual(['REGISTER']);
  await registration.close();
});
