import { expect, it } from 'vitest';
import { CallError } from './call-error.ts';
import { openTransport } from './sip-transport.ts';

it('to an address to which the system sends nothing is told as unreachable', async () => {
  const opening = openTransport({ address: '255.255.255.255', port: 5060 });
  await expect(opening).rejects.toEqual(new CallError({ kind: 'unreachable' }));
});
