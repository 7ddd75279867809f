import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';

interface Received {
  to: string[];
  text: string;
}

/** Starts a mail server that can refuse emails, disconnect clients or respond slowly. */
export async function startMailServer() {
  const received: Received[] = [];
  const state = { isRefusing: false, isAway: false, takesMs: 0 };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onMailFrom: (_address, _session, done) =>
      done(state.isRefusing ? new Error('Not now') : undefined),
    onData(stream, session, done) {
      let text = '';
      stream.on('data', (chunk) => {
        text += chunk;
      });
      stream.on('end', () => {
        received.push({ to: session.envelope.rcptTo.map(({ address }) => address), text });
        setTimeout(done, state.takesMs);
      });
    },
  });
  server.server.prependListener('connection', (socket: Socket) => state.isAway && socket.destroy());
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return { server, received, state, url: `smtp://127.0.0.1:${port}` };
}
