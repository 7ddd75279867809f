/** Tests our telephony against independent implementations: sipp and baresip. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import {
  answerCalls,
  type CallError,
  type CallOptions,
  type CallProblem,
  openTransport,
  placeCall,
  printWav,
  register,
  sine,
} from '@parley/sip';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { hasPrograms } from './has-programs.ts';
import { loopbackCertificate } from './loopback-certificate.ts';

vi.setConfig({ testTimeout: 30_000 });

let folder: string;
let children: ChildProcess[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-sip-'));
  children = [];
});

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

async function freePort(): Promise<number> {
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address();
  await new Promise<void>((closed) => socket.close(() => closed()));
  return port;
}

function start(program: string, args: string[]): ChildProcess {
  const child = spawn(program, args, { cwd: folder, stdio: ['pipe', 'pipe', 'pipe'] });
  child.stdout?.resume();
  child.stderr?.resume();
  children.push(child);
  return child;
}

const call = (port: number, options: Partial<CallOptions> = {}) =>
  placeCall({
    to: `sip:line@127.0.0.1:${port}`,
    from: 'sip:tester@127.0.0.1',
    peer: { address: '127.0.0.1', port },
    ringMs: 5000,
    ...options,
  });

const problemOf = (calling: Promise<unknown>): Promise<CallProblem> =>
  calling.then(
    () => expect.fail('There is a call'),
    (error: CallError) => error.problem,
  );

describe.skipIf(!hasPrograms('sipp'))('a line of sipp', () => {
  const answer = (status: string, more = '', body = '') => `<send><![CDATA[

SIP/2.0 ${status}
[last_Via:]
[last_From:]
[last_To:];tag=[call_number]
[last_Call-ID:]
[last_CSeq:]
Contact: <sip:[local_ip]:[local_port];transport=[transport]>
${more}Content-Type: application/sdp
Content-Length: [len]

${body}]]></send>`;
  const sdp = `v=0
o=u 1 1 IN IP4 [local_ip]
s=-
c=IN IP4 [media_ip]
t=0 0
m=audio [media_port] RTP/AVP 8
a=rtpmap:8 PCMA/8000
`;
  const untilBye = `<recv request="ACK"/><recv request="BYE"/>${answer('200 OK')}`;
  const scenario = (steps: string) =>
    `<?xml version="1.0" encoding="ISO-8859-1" ?><scenario name="line">${steps}</scenario>`;

  async function line(steps: string, args: string[] = []) {
    const port = await freePort();
    const file = join(folder, 'line.xml');
    await writeFile(file, scenario(steps));
    const ends = ['-m', '1', '-timeout', '20', '-nostdin'];
    const child = start('sipp', [
      '-sf',
      file,
      '-i',
      '127.0.0.1',
      '-p',
      `${port}`,
      ...ends,
      ...args,
    ]);
    const exit = once(child, 'exit').then(([code]) => code as number);
    await sleep(500);
    return { port, exit };
  }

  it('is called, in the codec that it wants, and hung up', async () => {
    const { port, exit } = await line(
      `<recv request="INVITE"/>${answer('180 Ringing')}${answer('200 OK', '', sdp)}${untilBye}`,
    );
    const placed = await call(port);
    expect(placed).toMatchObject({ codec: 'PCMA', hasKeyEvents: false });
    expect(placed.ringingMs).toBeDefined();
    await placed.hangUp();
    expect(await exit).toBe(0);
  });

  const asksForPassword = `<recv request="INVITE"/>${answer('401 Unauthorized', 'WWW-Authenticate: Digest realm="line", nonce="47ebe028cda119c35d4877b383027d28da013815", qop="auth", algorithm=MD5\n')}<recv request="ACK"/>
<recv request="INVITE"><action><verifyauth assign_to="isRight" username="tester" password="s3cret"/></action></recv>
<nop next="right" test="isRight"/>
${answer('403 Forbidden')}<recv request="ACK" next="end"/>
<label id="right"/>${answer('200 OK', '', sdp)}${untilBye}<label id="end"/>`;

  it.each([
    ['s3cret', 'answers'],
    ['wrong', 'refuses'],
  ])('that asks for a password and is told %s, %s', async (password, answers) => {
    const { port, exit } = await line(asksForPassword);
    const calling = call(port, { credentials: { username: 'tester', password } });
    if (answers === 'answers') await (await calling).hangUp();
    else expect(await problemOf(calling)).toMatchObject({ kind: 'refused', status: 403 });
    expect(await exit).toBe(0);
  });

  const asksWhoRegisters = `<recv request="REGISTER"/>${answer('401 Unauthorized', 'WWW-Authenticate: Digest realm="line", nonce="47ebe028cda119c35d4877b383027d28da013815", qop="auth", algorithm=MD5\n')}
<recv request="REGISTER"><action><verifyauth assign_to="isRight" username="tester" password="s3cret"/></action></recv>
<nop next="right" test="isRight"/>
${answer('403 Forbidden')}<nop next="end"/>
<label id="right"/>${answer('200 OK', 'Expires: 120\n')}<recv request="REGISTER"/>${answer('200 OK')}<label id="end"/>`;

  it.each([
    ['s3cret', 'takes'],
    ['wrong', 'refuses'],
  ])(
    'that registers callers and is told %s, %s, until it is taken back',
    async (password, takes) => {
      const { port, exit } = await line(asksWhoRegisters);
      const transport = await openTransport({ address: '127.0.0.1', port });
      const registering = register({
        transport,
        credentials: { username: 'tester', password },
        address: 'sip:tester@127.0.0.1',
        registrar: `sip:127.0.0.1:${port}`,
      });
      if (takes === 'takes') {
        const registration = await registering;
        expect(registration.isValid()).toBe(true);
        await registration.close();
        expect(registration.isValid()).toBe(false);
      } else {
        expect(await problemOf(registering)).toMatchObject({ kind: 'not-registered', status: 403 });
        transport.close();
      }
      expect(await exit).toBe(0);
    },
  );

  it('that is busy says so', async () => {
    const { port, exit } = await line(
      `<recv request="INVITE"/>${answer('486 Busy Here')}<recv request="ACK"/>`,
    );
    expect(await problemOf(call(port))).toMatchObject({ kind: 'refused', status: 486 });
    expect(await exit).toBe(0);
  });

  it('that rings for too long is told that the call is taken back', async () => {
    const { port, exit } = await line(`<recv request="INVITE"/>${answer('180 Ringing')}
<recv request="CANCEL"/>${answer('200 OK')}`);
    expect(await problemOf(call(port, { ringMs: 700 }))).toEqual({ kind: 'no-answer' });
    expect(await exit).toBe(0);
  });

  it('that reacts to nothing is given up', async () => {
    const { port } = await line('<recv request="INVITE"/><pause milliseconds="10000"/>');
    expect(await problemOf(call(port, { responseMs: 1200 }))).toEqual({ kind: 'no-response' });
  });
});

describe.skipIf(!hasPrograms('baresip'))('a baresip', () => {
  const keptOpen = 60;

  /** Starts baresip. Over TLS it listens on the next port. */
  async function baresip(commands: string, port: number, mediaEncryption = '') {
    const said = sine([440], keptOpen * 1000, 6000);
    await writeFile(join(folder, 'said.wav'), printWav({ sampleRate: 8000, channels: [said] }));
    await writeFile(
      join(folder, 'config'),
      [
        `sip_listen 127.0.0.1:${port}`,
        'module_path /usr/lib/baresip/modules',
        'net_interface 127.0.0.1',
        `audio_source aufile,${join(folder, 'said.wav')}`,
        'audio_player aubridge,x',
        `sip_certificate ${join(folder, 'certificate.pem')}`,
        ...['g711', 'srtp', 'aufile', 'aubridge', 'menu', 'account', 'uuid'].map((one) =>
          ['menu', 'account'].includes(one) ? `module_app ${one}.so` : `module ${one}.so`,
        ),
      ].join('\n'),
    );
    await writeFile(
      join(folder, 'accounts'),
      `<sip:line@127.0.0.1:${port}>;regint=0;answermode=auto${mediaEncryption}\n`,
    );
    const { key, cert } = loopbackCertificate;
    await writeFile(join(folder, 'certificate.pem'), `${key}${cert}`);
    await writeFile(join(folder, 'contacts'), '');
    const args = commands ? ['-e', commands] : [];
    return start('baresip', ['-f', folder, '-t', '20', ...args]);
  }

  it('answers our call, and its tone is heard', async () => {
    const port = await freePort();
    await baresip('', port);
    await sleep(1500);
    const placed = await call(port);
    const heard = vi.fn();
    placed.media.listen({ onAudio: (samples) => samples.some((one) => one > 3000) && heard() });
    await vi.waitFor(() => expect(heard).toHaveBeenCalled(), { timeout: 8000 });
    expect(placed).toMatchObject({ codec: 'PCMU', hasKeyEvents: true });
    await placed.hangUp();
  });

  describe('that wants TLS and encrypted audio', () => {
    const authorities = getCACertificates('default');
    afterEach(() => setDefaultCACertificates(authorities));

    const secureCall = (port: number) =>
      call(port + 1, {
        to: `sip:line@127.0.0.1:${port + 1};transport=tls`,
        peer: { address: '127.0.0.1', port: port + 1, tlsName: '127.0.0.1' },
        isEncrypted: true,
      });

    it('is called, hears us, and is heard', async () => {
      setDefaultCACertificates([loopbackCertificate.cert]);
      const port = await freePort();
      await baresip('', port, ';mediaenc=srtp-mand');
      const placed = await vi.waitUntil(() => secureCall(port).catch(() => undefined), {
        timeout: 15_000,
      });
      const heard = vi.fn();
      placed.media.listen({ onAudio: (samples) => samples.some((one) => one > 3000) && heard() });
      await vi.waitFor(() => expect(heard).toHaveBeenCalled(), { timeout: 8000 });
      await placed.hangUp();
      expect(placed.endedBy()).toBe('local');
    });

    it('is not called without a certificate that is trusted', async () => {
      const port = await freePort();
      await baresip('', port, ';mediaenc=srtp-mand');
      await vi.waitFor(
        async () => expect(await problemOf(secureCall(port))).toMatchObject({ kind: 'untrusted' }),
        { timeout: 15_000 },
      );
    });

    it('calls us, and both are heard', async () => {
      const heard = vi.fn();
      const side = await answerCalls({
        host: '127.0.0.1',
        port: 0,
        certificate: loopbackCertificate,
        onInvitation: (invitation) =>
          void invitation.answer().then((answered) => {
            answered?.media.listen({
              onAudio: (samples) => samples.some((one) => one > 3000) && heard(),
            });
          }),
      });
      const commands = `d sip:bank@127.0.0.1:${side.port};transport=tls`;
      await baresip(commands, await freePort(), ';mediaenc=srtp-mand');
      await vi.waitFor(() => expect(heard).toHaveBeenCalled(), { timeout: 15_000 });
      await side.close();
    });
  });

  it('calls us, and is heard', async () => {
    const heard = vi.fn();
    const side = await answerCalls({
      host: '127.0.0.1',
      port: 0,
      onInvitation: (invitation) =>
        void invitation.answer().then((answered) => {
          answered?.media.listen({
            onAudio: (samples) => samples.some((one) => one > 3000) && heard(),
          });
        }),
    });
    await baresip(`d sip:bank@127.0.0.1:${side.port}`, await freePort());
    await vi.waitFor(() => expect(heard).toHaveBeenCalled(), { timeout: 15_000 });
    expect(side.openCalls()).toBe(1);
    await side.close();
    expect(side.openCalls()).toBe(0);
  });
});
