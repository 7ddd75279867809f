/** Measures how exactly the times of sent and received packets are known, on a call between two ends in this process. */
import { setTimeout as sleep } from 'node:timers/promises';
import { answerCalls, type Call, placeCall } from '@parley/sip';
import { spreadOf } from './edges.ts';

const seconds = 20;

/** @returns the error of the times of received packets, in milliseconds: 5th percentile, median and 95th percentile */
export async function measurePackets(): Promise<ReturnType<typeof spreadOf> & { packets: number }> {
  const answered = Promise.withResolvers<Call>();
  const side = await answerCalls({
    host: '127.0.0.1',
    port: 0,
    onInvitation: (invitation) =>
      void invitation.answer().then((call) => call && answered.resolve(call)),
  });
  const near = await placeCall({
    to: `sip:line@127.0.0.1:${side.port}`,
    from: 'sip:tester@127.0.0.1',
    peer: { address: '127.0.0.1', port: side.port },
    ringMs: 5000,
  });
  const far = await answered.promise;
  const left: number[] = [];
  const heard: number[] = [];
  const isLoud = (samples: Int16Array) => samples.some((sample) => Math.abs(sample) > 1000);
  far.media.listen({ onSent: (samples, at) => void (isLoud(samples) && left.push(at)) });
  near.media.listen({
    onAudio: (samples, _, endedAt) => void (isLoud(samples) && heard.push(endedAt)),
  });
  await sleep(500);
  await far.media.play(new Int16Array(8000 * seconds).fill(8000));
  await sleep(200);
  await near.hangUp();
  await side.close();
  const errors = heard.map((at, index) => at - (left[index] ?? Number.NaN));
  return { packets: Math.min(left.length, heard.length), ...spreadOf(errors) };
}
