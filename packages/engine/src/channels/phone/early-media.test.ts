/** Tests audio before the answer against an independent implementation, sipp. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Exhibit } from '@parley/egress';
import { hasPrograms } from '@parley/mock-ivr/has-programs';
import { murmur } from '@parley/mock-ivr/murmur';
import { encode, sine } from '@parley/sip';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSpeech } from '../../speech/create-speech.ts';
import { calibratedAt } from '../../test/calibrated-at.ts';
import { runText } from '../../test/run-text.ts';

vi.setConfig({ testTimeout: 40_000 });

let folder: string;
let sipp: ChildProcess | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-early-'));
  const silence = new Int16Array(8000);
  const ringing = [...sine([440, 480], 2000, 4000), ...new Int16Array(8000)];
  const sounds = {
    announcement: [...murmur(1500), ...silence],
    greeting: [...murmur(900), ...new Int16Array(80_000)],
    ringing: [...ringing, ...ringing],
    rungAnnouncement: [...sine([440, 480], 2000, 4000), ...murmur(1500), ...silence],
  };
  for (const [name, samples] of Object.entries(sounds))
    await writeFile(join(folder, `${name}.ul`), encode('PCMU', Int16Array.from(samples)));
});

afterEach(async () => {
  sipp?.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

const sdp = (port: string) => `v=0
o=u 1 1 IN IP4 [local_ip]
s=-
c=IN IP4 [media_ip]
t=0 0
m=audio ${port} RTP/AVP 0
a=rtpmap:0 PCMU/8000
`;
const described = sdp('[rtpstream_audio_port]');

const send = (lines: string, body = '') => `<send><![CDATA[

${lines}
${body && 'Content-Type: application/sdp\n'}Content-Length: [len]

${body}]]></send>`;

const headers = `[last_Via:]
[last_From:]
[last_To:];tag=[call_number]
[last_Call-ID:]
[last_CSeq:]
Contact: <sip:line@[local_ip]:[local_port]>`;

const respond = (status: string, body = '', more = '') =>
  send(`SIP/2.0 ${status}\n${headers}${more && `\n${more}`}`, body);

const invited =
  '<recv request="INVITE"><action><ereg regexp=".*" search_in="hdr" header="From:" assign_to="from"/><ereg regexp=".*" search_in="hdr" header="To:" assign_to="to"/><ereg regexp=".*" search_in="hdr" header="Via:" assign_to="via"/><ereg regexp=".*" search_in="hdr" header="CSeq:" assign_to="cseq"/></action></recv><Reference variables="from,to,via,cseq"/>';
const plays = (name: string, ms: number) =>
  `<nop><action><exec rtp_stream="${name}.ul,1,0"/></action></nop><pause milliseconds="${ms}"/>`;
const untilBye = `<recv request="ACK"/>${plays('greeting', 200)}<recv request="BYE"/>${respond('200 OK')}`;
/** Responds to the INVITE after other requests have arrived. */
const respondLate = (status: string, body = '') =>
  send(
    `SIP/2.0 ${status}
Via:[$via]
From:[$from]
To:[$to];tag=[call_number]
[last_Call-ID:]
CSeq:[$cseq]
Contact: <sip:line@[local_ip]:[local_port]>`,
    body,
  );

async function line(steps: string) {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address();
  await new Promise<void>((closed) => socket.close(() => closed()));
  const scenario = `<?xml version="1.0" encoding="ISO-8859-1" ?><scenario name="line">${steps}</scenario>`;
  await writeFile(join(folder, 'line.xml'), scenario);
  const own = ['-i', '127.0.0.1', '-p', `${port}`, '-mi', '127.0.0.1'];
  const ends = ['-m', '1', '-timeout', '30', '-nostdin'];
  sipp = spawn('sipp', ['-sf', 'line.xml', ...own, ...ends], { cwd: folder, stdio: 'ignore' });
  const exit = once(sipp, 'exit').then(([code]) => code as number);
  await sleep(500);
  return { port, exit };
}

/** A recognizer that identifies speech by its length: the announcement is longer than the greeting. */
const speech = (confidence = 0.9) =>
  createSpeech({
    calibration: calibratedAt(0.5),
    speak: async () => new Int16Array(1600),
    transcribe: async (samples) =>
      samples.length > 12_000
        ? { text: 'please hold', confidence }
        : { text: 'welcome', confidence: 0.9 },
  });

async function call(steps: string, test: string[], confidence?: number) {
  const { port, exit } = await line(steps);
  const kept: Exhibit[] = [];
  const configuration = {
    platform: 'phone',
    channel: { kind: 'phone', to: `sip:line@127.0.0.1:${port}`, quietMs: 600 },
    replyTimeout: 3,
  };
  const { result } = await runText(
    `configuration: ${JSON.stringify(configuration)}\n---\n- test: A\n${test.join('\n')}`,
    {
      phone: {
        allow: ['sip:*@127.0.0.1*'],
        trunks: [],
        callMsMax: 60_000,
        speech: speech(confidence),
      },
      keepEvidence: async (exhibit) => `${kept.push(exhibit)}`,
    },
  );
  const [one] = result.tests;
  return {
    exit: await exit,
    outcome: one?.outcome,
    failure: one?.failure,
    steps: one?.steps ?? [],
    evidence: one?.evidence?.map(({ kind }) => kind) ?? [],
    log: kept
      .filter(({ kind }) => kind === 'log')
      .map(({ bytes }) => Buffer.from(bytes).toString()),
    recordings: kept.filter(({ kind }) => kind === 'audio').map(({ bytes }) => Buffer.from(bytes)),
  };
}

const checksEarly = ['- $DIAL:', '    - prompt: welcome', '    - early[0].transcript: please hold'];

describe.skipIf(!hasPrograms('sipp'))('what a line says before it answers', () => {
  it.each([
    ['183 Session Progress', described, described],
    ['180 Ringing', described, described],
    ['183 Session Progress', described, ''],
    ['183 Session Progress', described, `${described}a=sendrecv\n`],
  ])('belongs to the first reply, marked as early: %s', async (status, before, after) => {
    const steps = `${invited}${respond(status, before)}${plays('announcement', 2500)}${respond('200 OK', after)}${untilBye}`;
    const end = await call(steps, [...checksEarly, '- $SILENCE:', '    - early not exists']);
    const [first] = end.steps;
    expect(first?.failure).toBeUndefined();
    expect(first?.outcome).toBe('passed');
    expect(first?.reply?.text).toBe('welcome');
    expect(first?.reply?.early).toEqual([{ text: 'please hold', confidence: 0.9 }]);
    expect(first?.reply?.payload).toMatchObject({
      transcript: 'welcome',
      early: [
        {
          transcript: 'please hold',
          confidence: 0.9,
          speechMs: expect.any(Number),
          promptEnd: 'silence',
        },
      ],
    });
    const [recording] = end.recordings;
    expect(recording?.includes('Answered')).toBe(true);
    expect(recording?.length).toBeGreaterThan(44 + 4 * 8000 * 3);
    expect(end.log.join()).toContain('"please hold" (90%)');
    expect(end.exit).toBe(0);
  });

  it.each(['ringing', 'nothing'])('is nothing where it only rings: %s', async (sound) => {
    const progress =
      sound === 'ringing'
        ? `${respond('183 Session Progress', described)}${plays('ringing', 6000)}`
        : respond('183 Session Progress');
    const steps = `${invited}${progress}${respond('200 OK', described)}${untilBye}`;
    const {
      steps: [first],
      failure,
    } = await call(steps, ['- $DIAL: welcome']);
    expect(failure).toBeUndefined();
    expect(first?.reply?.payload).toMatchObject({ early: [] });
    expect(first?.reply?.early).toBeUndefined();
  });

  it('is its words alone where it rings first', async () => {
    const steps = `${invited}${respond('183 Session Progress', described)}${plays('rungAnnouncement', 4500)}${respond('200 OK', described)}${untilBye}`;
    const {
      steps: [first],
    } = await call(steps, checksEarly);
    expect(first?.failure).toBeUndefined();
    expect(first?.reply?.payload).toMatchObject({ early: [{ transcript: 'please hold' }] });
    const [early] =
      (first?.reply?.payload as { early: { speechMs: number }[] } | undefined)?.early ?? [];
    expect(early?.speechMs).toBeLessThan(1700);
  });

  it('is acknowledged where the line has to know', async () => {
    const progress = respond('183 Session Progress', described, 'Require: 100rel\nRSeq: 7');
    const steps = `${invited}${respond('421 Extension Required', '', 'Require: 100rel')}<recv request="ACK"/>
${invited}${progress}<recv request="PRACK"><action><ereg regexp="7 2 INVITE" search_in="hdr" header="RAck:" check_it="true" assign_to="rack"/></action></recv><Reference variables="rack"/>${respond('200 OK')}
${plays('announcement', 2500)}${respondLate('200 OK')}${untilBye}`;
    const {
      steps: [first],
      exit,
    } = await call(steps, checksEarly);
    expect(first?.failure).toBeUndefined();
    expect(first?.outcome).toBe('passed');
    expect(exit).toBe(0);
  });

  it('may go on elsewhere before it answers', async () => {
    const update = send(
      `UPDATE sip:tester@[remote_ip]:[remote_port] SIP/2.0
Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch]
From:[$to];tag=[call_number]
To:[$from]
[last_Call-ID:]
CSeq: 1 UPDATE
Contact: <sip:line@[local_ip]:[local_port]>`,
      described.replace('o=u 1 1', 'o=u 1 2'),
    );
    const steps = `${invited}${respond('183 Session Progress', sdp('9'.repeat(4)))}${update}<recv response="200"/>
${plays('announcement', 2500)}${respondLate('200 OK', described)}${untilBye}`;
    const {
      steps: [first],
      exit,
    } = await call(steps, checksEarly);
    expect(first?.failure).toBeUndefined();
    expect(exit).toBe(0);
  });

  it('is shown of a call that is refused', async () => {
    const steps = `${invited}${respond('183 Session Progress', described)}${plays('announcement', 2500)}${respond('486 Busy Here')}<recv request="ACK"/>`;
    const { outcome, failure, evidence, log } = await call(steps, ['- $DIAL: welcome']);
    expect(outcome).toBe('error');
    expect(failure).toMatchObject({ class: 'network', code: 'busy' });
    expect(failure?.remark).toMatchObject({ code: 'announcement' });
    expect(failure?.remark?.message).toContain('"please hold"');
    expect(evidence).toEqual(['audio', 'log']);
    expect(log.join()).toContain('"please hold"');
  });

  const mute = `<recv request="ACK"/>${plays('silence', 200)}<recv request="BYE"/>${respond('200 OK')}`;

  it.each([
    [['- $DIAL'], 'failed', 'reply-timeout'],
    [['- $DIAL: welcome'], 'failed', 'reply-timeout'],
    [['- $DIAL:', '    - no reply'], 'failed', 'mismatch'],
    [['- $DIAL:', '    - early[0].transcript: please hold'], 'passed', undefined],
    [['- $DIAL:', '    - early[0].transcript: good bye'], 'failed', 'mismatch'],
  ])('is no answer to what comes after it: %s', async (test, outcome, code) => {
    await writeFile(join(folder, 'silence.ul'), encode('PCMU', new Int16Array(120_000)));
    const steps = `${invited}${respond('183 Session Progress', described)}${plays('announcement', 2500)}${respond('200 OK', described)}${mute}`;
    const end = await call(steps, test);
    expect(end.failure?.code).toBe(code);
    expect(end.outcome).toBe(outcome);
  });

  it.each([
    [checksEarly, 'undecided'],
    [['- $DIAL: welcome'], 'passed'],
  ])('decides nothing where it is uncertain, and only then: %s', async (test, outcome) => {
    const steps = `${invited}${respond('183 Session Progress', described)}${plays('announcement', 2500)}${respond('200 OK', described)}${untilBye}`;
    const end = await call(steps, test, 0.2);
    expect(end.outcome).toBe(outcome);
  });
});
