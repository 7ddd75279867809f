/**
 * The far side of all calls of the bench, in a process of its own: answers, and sends silence. Prints its port, and then, for each
 * line that it reads, the 99th percentile of the gaps between received packets of a call since the last one, in milliseconds.
 * `--tls` answers encrypted calls.
 */
import { createInterface } from 'node:readline';
import { loopbackCertificate } from '@parley/mock-ivr/loopback-certificate';
import { answerCalls, type Call } from '@parley/sip';

let gaps: number[] = [];

function measure(call: Call): void {
  let last: number | undefined;
  call.media.listen({
    onAudio(_, at) {
      if (last !== undefined) gaps.push(at - last);
      last = at;
    },
  });
}

const side = await answerCalls({
  host: '127.0.0.1',
  port: 0,
  ...(process.argv.includes('--tls') && { certificate: loopbackCertificate }),
  onInvitation: (invitation) => void invitation.answer().then((call) => call && measure(call)),
});
console.log(side.port);
createInterface(process.stdin).on('line', () => {
  gaps.sort((one, other) => one - other);
  console.log(gaps[Math.floor(0.99 * gaps.length)] ?? Number.NaN);
  gaps = [];
});
