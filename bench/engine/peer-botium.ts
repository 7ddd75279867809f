/** `peer-botium.ts <folder> <http|websocket> <port> <conversations> <at once>`: holds the conversations with botium-core. */
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { replyTo, turns } from './conversations.ts';
import { measured } from './measured.ts';

interface Convo {
  Run(container: Container): Promise<unknown>;
}
interface Container {
  Build?(): Promise<void>;
  Start(): Promise<void>;
  Stop(): Promise<void>;
  Clean(): Promise<void>;
}
interface Compiler {
  convos: Convo[];
  Compile(script: string, format: string, type: string): void;
}
interface Driver {
  setCapability(name: string, value: unknown): void;
  Build(): Promise<Container>;
  BuildCompiler(): Compiler;
}
interface BotMessage {
  messageText: string;
}

const [folder = '', kind, port, conversations, concurrency] = process.argv.slice(2);
const { BotDriver } = createRequire(join(folder, 'package.json'))('botium-core') as {
  BotDriver: new () => Driver;
};

const driver = new BotDriver();
const capabilities: Record<string, unknown> =
  kind === 'http'
    ? {
        CONTAINERMODE: 'simplerest',
        SIMPLEREST_URL: `http://127.0.0.1:${port}/`,
        SIMPLEREST_METHOD: 'POST',
        SIMPLEREST_BODY_TEMPLATE: { text: '{{msg.messageText}}', conversationId: '1' },
        SIMPLEREST_RESPONSE_JSONPATH: '$.text',
      }
    : { CONTAINERMODE: webSocketConnector };
for (const [name, value] of Object.entries(capabilities)) driver.setCapability(name, value);

const compiler = driver.BuildCompiler();
const script = turns.flatMap((text) => ['#me', text, '', '#bot', replyTo(text), '']);
compiler.Compile(
  ['bench', '', ...script].join('\n'),
  'SCRIPTING_FORMAT_TXT',
  'SCRIPTING_TYPE_CONVO',
);
const [convo] = compiler.convos;
if (!convo) throw new Error('botium-core made no conversation.');

await measured(async () => {
  let started = 0;
  async function work() {
    const container = await driver.Build();
    while (started++ < Number(conversations)) {
      await container.Start();
      await convo?.Run(container);
      await container.Stop();
    }
    await container.Clean();
  }
  await Promise.all(Array.from({ length: Number(concurrency) }, work));
  // botium-core does not report how long a reply took.
  return Array.from({ length: Number(conversations) * turns.length }, () => 0);
});

/** Minimal connector, because botium-core has none for plain WebSockets. */
function webSocketConnector({ queueBotSays }: { queueBotSays(message: BotMessage): void }) {
  let socket: WebSocket;
  return {
    async Start() {
      socket = new WebSocket(`ws://127.0.0.1:${port}/`, { perMessageDeflate: false });
      socket.on('message', (frame) =>
        queueBotSays({ messageText: JSON.parse(String(frame)).text }),
      );
      await once(socket, 'open');
    },
    UserSays: ({ messageText }: BotMessage) =>
      socket.send(JSON.stringify({ text: messageText, conversationId: 1 })),
    Stop: () => socket.close(),
  };
}
