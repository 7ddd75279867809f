/**
 * Emulates Twilio in tests: its Calls API and its Media Streams as documented, in front of lines that are called over SIP. It
 * is as strict as Twilio: a request that Twilio would refuse fails here.
 */
import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  CallError,
  createToneDetector,
  decode,
  encode,
  type PlacedCall,
  parseUri,
  placeCall,
} from '@parley/sip';
import { WebSocket } from 'ws';

export interface TwilioEmulatorOptions {
  accountSid: string;
  authToken: string;
  /** The numbers of the account. */
  numbers: readonly string[];
  /** The SIP address of the line behind a number. */
  lineOf(number: string): string;
}

export interface TwilioEmulator {
  url: string;
  /** All requested calls. */
  calls: readonly EmulatedCall[];
  close(): Promise<void>;
}

export interface EmulatedCall {
  sid: string;
  status: string;
  /** Parameters of the request that placed the call. */
  form: URLSearchParams;
  /** The first violation that Twilio would have refused. */
  protocolError?: string;
  /** Keys that were heard as tones. */
  keys: string;
}

interface OpenCall extends EmulatedCall {
  giveUp: AbortController;
  line?: PlacedCall;
}

interface Answer {
  status: number;
  body: object;
}

const frameSamples = 160;
const refusal = (status: number, code: number, message: string): Answer => ({
  status,
  body: { code, message, status },
});

export async function startTwilioEmulator(options: TwilioEmulatorOptions): Promise<TwilioEmulator> {
  const { accountSid, authToken, numbers } = options;
  const calls: OpenCall[] = [];
  const proof = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
  const present = ({ sid, status }: OpenCall): object => ({ sid, status, account_sid: accountSid });

  function answer(request: IncomingMessage, form: URLSearchParams): Answer {
    if (request.headers.authorization !== proof) return refusal(401, 20003, 'Authenticate');
    const [, account, sid] =
      /^\/2010-04-01\/Accounts\/(\w+)\/Calls(?:\/(\w+))?\.json$/.exec(request.url ?? '') ?? [];
    if (account !== accountSid) return refusal(404, 20404, 'The resource was not found');
    if (sid === undefined) return create(form);
    const call = calls.find((one) => one.sid === sid);
    if (!call) return refusal(404, 20404, 'The resource was not found');
    if (request.method === 'POST' && form.get('Status') === 'completed') endCall(call);
    return { status: 200, body: present(call) };
  }

  function create(form: URLSearchParams): Answer {
    if (!numbers.includes(form.get('From') ?? ''))
      return refusal(400, 21210, 'The source phone number is not yet verified for your account.');
    if (!/^(\+\d+|sip:.+)$/.test(form.get('To') ?? ''))
      return refusal(400, 21211, 'Invalid To phone number');
    const sid = `CA${randomUUID().replaceAll('-', '')}`;
    const giveUp = new AbortController();
    const call: OpenCall = { sid, status: 'queued', form, keys: '', giveUp };
    calls.push(call);
    void carryOut(call, options);
    return { status: 201, body: present(call) };
  }

  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString('utf8');
    const { status, body: said } = answer(request, new URLSearchParams(body));
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(said));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    async close() {
      for (const call of calls) endCall(call);
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function endCall({ giveUp, line }: OpenCall): void {
  giveUp.abort();
  void line?.hangUp();
}

async function carryOut(call: OpenCall, options: TwilioEmulatorOptions): Promise<void> {
  const to = options.lineOf(call.form.get('To') ?? '');
  const { host = '', port = 0 } = parseUri(to) ?? {};
  call.status = 'initiated';
  try {
    call.line = await placeCall({
      to,
      from: `sip:${call.form.get('From')}@127.0.0.1`,
      peer: { address: host, port },
      ringMs: Number(call.form.get('Timeout') ?? 60) * 1000,
      signal: call.giveUp.signal,
      onMessage(line) {
        if (line.includes('← 180')) call.status = 'ringing';
      },
    });
  } catch (error) {
    call.status = error instanceof CallError ? statusOf(error) : 'failed';
    return;
  }
  call.status = 'in-progress';
  const { line } = call;
  const limit = setTimeout(
    () => void line.hangUp(),
    Number(call.form.get('TimeLimit') ?? 14_400) * 1000,
  );
  await streamAudio(call, line, options);
  clearTimeout(limit);
  // The TwiML ends after the stream.
  await line.hangUp();
  call.status = 'completed';
}

function statusOf({ problem }: CallError): string {
  if (problem.kind === 'no-answer') return 'no-answer';
  if (problem.kind === 'cancelled') return 'canceled';
  return problem.kind === 'refused' && problem.status === 486 ? 'busy' : 'failed';
}

const twiml =
  /^<Response><Connect><Stream url="(wss?:[^"?]+)">((?:<Parameter name="\w+" value="[^"]+"\/>)*)<\/Stream><\/Connect><\/Response>$/;

/** Streams audio in both directions, and returns when either side has ended the stream. */
async function streamAudio(
  call: OpenCall,
  line: PlacedCall,
  { authToken, accountSid }: TwilioEmulatorOptions,
): Promise<void> {
  const [, url, parameters = ''] = twiml.exec(call.form.get('Twiml') ?? '') ?? [];
  if (!url) {
    call.protocolError = 'The TwiML cannot be read';
    return;
  }
  const signature = createHmac('sha1', authToken).update(url).digest('base64');
  const socket = new WebSocket(url, { headers: { 'x-twilio-signature': signature } });
  const streamSid = `MZ${randomUUID().replaceAll('-', '')}`;
  let sequence = 0;
  const send = (message: object) => {
    sequence += 1;
    if (socket.readyState === WebSocket.OPEN)
      socket.send(JSON.stringify({ sequenceNumber: `${sequence}`, streamSid, ...message }));
  };
  const closed = Promise.withResolvers<void>();
  socket.on('error', () => closed.resolve());
  socket.on('close', () => closed.resolve());
  socket.on('open', () => {
    const given = parameters.matchAll(/name="(\w+)" value="([^"]+)"/g);
    socket.send(JSON.stringify({ event: 'connected', protocol: 'Call', version: '1.0.0' }));
    send({
      event: 'start',
      start: {
        streamSid,
        accountSid,
        callSid: call.sid,
        tracks: ['inbound'],
        mediaFormat: { encoding: 'audio/x-mulaw', sampleRate: 8000, channels: 1 },
        customParameters: Object.fromEntries([...given].map(([, name, value]) => [name, value])),
      },
    });
    bringAudio(line, send);
  });
  takeAudio({ call, line, socket, streamSid, send });
  line.onEnd(() => {
    send({ event: 'stop', stop: { accountSid, callSid: call.sid } });
    socket.close();
  });
  await closed.promise;
}

/** Forwards audio from the line to the stream. */
function bringAudio({ media }: PlacedCall, send: (message: object) => void): void {
  const startedAt = performance.now();
  let chunk = 0;
  media.listen({
    onAudio(samples, at) {
      for (let from = 0; from < samples.length; from += frameSamples) {
        const payload = encode('PCMU', samples.subarray(from, from + frameSamples));
        chunk += 1;
        send({
          event: 'media',
          media: {
            track: 'inbound',
            chunk: `${chunk}`,
            timestamp: `${Math.round(at - startedAt)}`,
            payload: payload.toString('base64'),
          },
        });
      }
    },
    onKey: (digit) => send({ event: 'dtmf', dtmf: { track: 'inbound_track', digit } }),
  });
}

interface Taking {
  call: OpenCall;
  line: PlacedCall;
  socket: WebSocket;
  streamSid: string;
  send(message: object): void;
}

/** Forwards audio from the stream to the line. Tones become key events, as gateways to SIP lines convert them. */
function takeAudio({ call, line, socket, streamSid, send }: Taking): void {
  let played: Promise<void> = Promise.resolve();
  const detectTone = createToneDetector((key) => {
    call.keys += key;
    void line.media.press(key);
  });
  const refuse = (why: string) => {
    call.protocolError ??= why;
    socket.close();
  };
  socket.on('message', (frame: Buffer) => {
    const message = JSON.parse(frame.toString('utf8'));
    if (message.streamSid !== streamSid) return refuse('A message without its stream');
    if (message.event === 'clear') return line.media.stopPlaying();
    if (message.event === 'mark') {
      const { mark } = message;
      if (typeof mark?.name !== 'string') return refuse('A mark without a name');
      return void played.then(() => send({ event: 'mark', mark }));
    }
    if (message.event !== 'media' || typeof message.media?.payload !== 'string')
      return refuse(`A message that is none: ${message.event}`);
    const samples = decode('PCMU', Buffer.from(message.media.payload, 'base64'));
    detectTone(samples);
    played = line.media.play(samples);
  });
}
