/** Holds calls with SIPp, which sends audio and ignores what it receives. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export function hasSipp(): boolean {
  try {
    execFileSync('sipp', ['-v'], { stdio: 'ignore' });
    return true;
  } catch (error) {
    // SIPp exits with 99 after it has printed its version.
    return (error as NodeJS.ErrnoException).code !== 'ENOENT';
  }
}

export interface SippMeasured {
  calls: number;
  cpuSeconds: number;
  callSeconds: number;
}

export async function measureSipp(
  port: number,
  calls: number,
  seconds: number,
  priority: readonly string[],
): Promise<SippMeasured> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-sipp-'));
  const rampMs = calls * 10 + 2000;
  try {
    writeFileSync(join(folder, 'silence.ul'), Buffer.alloc(8000, 0xff));
    writeFileSync(join(folder, 'call.xml'), scenario(rampMs + 1000 * seconds + 3000));
    const rtp = 20_000 + 2 * Math.floor(Math.random() * 5000);
    const [command = '', ...rest] = [...priority, 'sipp'];
    const sipp = spawn(
      command,
      [
        ...rest,
        ...['-sf', 'call.xml', '-m', `${calls}`, '-l', `${calls}`, '-r', '100', '-i', '127.0.0.1'],
        ...['-mp', `${rtp}`],
        ...['-nostdin', '-trace_err', '-s', 'line', `127.0.0.1:${port}`],
      ],
      { cwd: folder, stdio: 'ignore' },
    );
    await sleep(rampMs);
    const before = cpuSecondsOf(sipp.pid);
    const startedAt = performance.now();
    await sleep(1000 * seconds);
    const cpuSeconds = cpuSecondsOf(sipp.pid) - before;
    const callSeconds = (calls * (performance.now() - startedAt)) / 1000;
    const code = await new Promise<number | null>((resolve) => sipp.once('exit', resolve));
    if (code !== 0) throw new Error(`SIPp ended with ${code}: not all of its calls succeeded.`);
    return { calls, cpuSeconds, callSeconds };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** CPU time of a process, from ticks of 10 ms. */
function cpuSecondsOf(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

const common = `Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch]
      From: sipp <sip:sipp@[local_ip]:[local_port]>;tag=[call_number]
      Call-ID: [call_id]
      Contact: sip:sipp@[local_ip]:[local_port]
      Max-Forwards: 70`;

const scenario = (holdMs: number) => `<?xml version="1.0" encoding="ISO-8859-1" ?>
<scenario name="calls">
  <send retrans="500"><![CDATA[
      INVITE sip:[service]@[remote_ip]:[remote_port] SIP/2.0
      ${common}
      To: <sip:[service]@[remote_ip]:[remote_port]>
      CSeq: 1 INVITE
      Content-Type: application/sdp
      Content-Length: [len]

      v=0
      o=user1 1 1 IN IP[local_ip_type] [local_ip]
      s=-
      c=IN IP[media_ip_type] [media_ip]
      t=0 0
      m=audio [rtpstream_audio_port] RTP/AVP 0
      a=rtpmap:0 PCMU/8000
  ]]></send>
  <recv response="100" optional="true"></recv>
  <recv response="180" optional="true"></recv>
  <recv response="200"></recv>
  <send><![CDATA[
      ACK sip:[service]@[remote_ip]:[remote_port] SIP/2.0
      ${common}
      To: <sip:[service]@[remote_ip]:[remote_port]>[peer_tag_param]
      CSeq: 1 ACK
      Content-Length: 0
  ]]></send>
  <nop><action><exec rtp_stream="silence.ul,-1,0,PCMU/8000"/></action></nop>
  <pause milliseconds="${holdMs}"/>
  <send retrans="500"><![CDATA[
      BYE sip:[service]@[remote_ip]:[remote_port] SIP/2.0
      ${common}
      To: <sip:[service]@[remote_ip]:[remote_port]>[peer_tag_param]
      CSeq: 2 BYE
      Content-Length: 0
  ]]></send>
  <recv response="200"></recv>
</scenario>
`;
