/** A test telephone that places calls with the session description that a test gives it. */
import { parseSdp } from '../sdp.ts';
import {
  addressIn,
  header,
  isRequest,
  parseMessage,
  printMessage,
  responseTo,
  type SipRequest,
  type SipResponse,
} from '../sip-message.ts';
import { openSocket } from './scripted-callee.ts';

export interface ScriptedCaller extends AsyncDisposable {
  /** Final response to the call. */
  answer: SipResponse;
  /** Port at which the called side wants to receive audio. */
  calleesPort: number;
  /** Sends another invitation within the call, with a new description. */
  invite(description: string): Promise<SipResponse>;
}

/** Calls a port of this machine with a description, and waits until the call is answered or refused. */
export async function startCaller(port: number, description: string): Promise<ScriptedCaller> {
  const socket = await openSocket();
  const waiting = new Map<string, (response: SipResponse) => void>();
  const own = `127.0.0.1:${socket.address().port}`;
  let callee = `sip:line@127.0.0.1:${port}`;
  let to = `<${callee}>`;
  let sequence = 0;

  function send(method: string, number: string, body: string): void {
    const headers: SipRequest['headers'] = [
      ['Via', `SIP/2.0/UDP ${own};branch=z9hG4bK${number.replace(' ', '')}`],
      ['From', '<sip:test@127.0.0.1>;tag=caller'],
      ['To', to],
      ['Call-ID', 'scripted@127.0.0.1'],
      ['CSeq', number],
      ['Contact', `<sip:test@${own}>`],
      ['Content-Type', 'application/sdp'],
    ];
    socket.send(printMessage({ method, uri: callee, headers, body }), port, '127.0.0.1');
  }

  socket.on('message', (packet) => {
    const message = parseMessage(packet);
    if (!message) return;
    if (isRequest(message))
      return socket.send(printMessage(responseTo(message, 200, 'OK')), port, '127.0.0.1');
    if (message.status >= 200) waiting.get(header(message, 'cseq'))?.(message);
  });

  async function invite(body: string): Promise<SipResponse> {
    sequence += 1;
    const answered = Promise.withResolvers<SipResponse>();
    waiting.set(`${sequence} INVITE`, answered.resolve);
    send('INVITE', `${sequence} INVITE`, body);
    const answer = await answered.promise;
    callee = addressIn(header(answer, 'contact')) || callee;
    to = header(answer, 'to');
    send('ACK', `${sequence} ACK`, '');
    return answer;
  }

  const answer = await invite(description);
  return {
    answer,
    calleesPort: parseSdp(answer.body)?.port ?? 0,
    invite,
    async [Symbol.asyncDispose]() {
      socket.close();
    },
  };
}
