/** `parley schema`: tests its output in yaml-language-server, over the Language Server Protocol. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { program } from './testing/program.ts';

const folder = mkdtempSync(join(tmpdir(), 'parley-schema-'));
const schemaAddress = pathToFileURL(join(folder, 'suite.json')).href;
const parley = (...args: string[]) =>
  spawnSync(process.execPath, [program, 'schema', ...args], { encoding: 'utf8' });

/** A user's settings, including the lines from docs/editors.md. */
const settings = {
  validate: true,
  hover: true,
  completion: true,
  schemaStore: { enable: false },
  schemas: { [schemaAddress]: '**/*.{test,spec,e2e}.{yml,yaml}' },
};

interface Message {
  id?: number;
  method?: string;
  params: { uri: string; diagnostics: never };
  result: never;
}

/** A client of the protocol, limited to one document at a time. */
class Editor {
  private readonly server: ChildProcess;
  private buffer = Buffer.alloc(0);
  private id = 0;
  readonly settingsRead = Promise.withResolvers<void>();
  private readonly waiting = new Map<string, (value: never) => void>();

  constructor() {
    const require = createRequire(import.meta.url);
    const path = join(
      dirname(require.resolve('yaml-language-server/package.json')),
      'bin/yaml-language-server',
    );
    this.server = spawn(process.execPath, [path, '--stdio']);
    this.server.stdout?.on('data', (bytes: Buffer) => this.read(bytes));
  }

  private read(bytes: Buffer): void {
    this.buffer = Buffer.concat([this.buffer, bytes]);
    for (;;) {
      const end = this.buffer.indexOf('\r\n\r\n');
      const length = Number(
        /Content-Length: (\d+)/.exec(this.buffer.subarray(0, end).toString())?.[1],
      );
      if (end < 0 || this.buffer.length < end + 4 + length) return;
      const message = JSON.parse(this.buffer.subarray(end + 4, end + 4 + length).toString());
      this.buffer = this.buffer.subarray(end + 4 + length);
      this.take(message);
    }
  }

  private take({ id, method, params, result }: Message): void {
    if (method === 'textDocument/publishDiagnostics') this.settle(params.uri, params.diagnostics);
    else if (method === undefined) this.settle(String(id), result);
    else if (id !== undefined) this.answer(id, method);
  }

  /** Answers a request from the server. */
  private answer(id: number, method: string): void {
    const isAboutSettings = method === 'workspace/configuration';
    this.write({ id, result: isAboutSettings ? [settings, {}, {}, {}, {}] : null });
    if (isAboutSettings) setTimeout(this.settingsRead.resolve, 100);
  }

  private settle(key: string, value: never): void {
    this.waiting.get(key)?.(value);
    this.waiting.delete(key);
  }

  private write(message: object): void {
    const text = JSON.stringify({ jsonrpc: '2.0', ...message });
    this.server.stdin?.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  }

  private wait<T>(key: string): Promise<T> {
    return new Promise((resolve) => this.waiting.set(key, resolve));
  }

  ask<T>(method: string, params: object): Promise<T> {
    this.id += 1;
    this.write({ id: this.id, method, params });
    return this.wait(String(this.id));
  }

  notify(method: string, params: object): void {
    this.write({ method, params });
  }

  /** Opens a document. @returns its address and its problems */
  async open(text: string, ending = '.test.yml'): Promise<{ uri: string; problems: string[] }> {
    this.id += 1;
    const uri = pathToFileURL(join(folder, `suite-${this.id}${ending}`)).href;
    const diagnostics = this.wait<{ message: string; range: { start: { line: number } } }[]>(uri);
    const textDocument = { uri, languageId: 'yaml', version: 1, text };
    this.notify('textDocument/didOpen', { textDocument });
    const problems = (await diagnostics).map(
      ({ message, range }) => `${range.start.line + 1}: ${message}`,
    );
    return { uri, problems };
  }

  close(): void {
    this.server.kill();
  }
}

let editor: Editor;
beforeAll(async () => {
  writeFileSync(join(folder, 'suite.json'), parley().stdout);
  editor = new Editor();
  await editor.ask('initialize', { processId: process.pid, rootUri: null, capabilities: {} });
  editor.notify('initialized', {});
  editor.notify('workspace/didChangeConfiguration', { settings: null });
  await editor.settingsRead.promise;
});
afterAll(() => {
  editor.close();
  rmSync(folder, { recursive: true });
});

const suite = (...lines: string[]) => lines.join('\n');

const good = suite(
  'configuration:',
  '  syntax: 2',
  '  channel:',
  '    kind: http',
  '    url: https://bot.example/message',
  '---',
  '- test: Welcome',
  '- tags: [smoke]',
  '- hello: [welcome, hi]',
  '- {{name}}: hello',
  '- bye:',
  '  - prompt: {{word}}',
  '  - latency < 2s',
  '- $CHECK GET https://api.example/orders/7:',
  '  - status: 200',
  '---',
  '- test: Second',
  '- hello',
);

describe('parley schema in an editor', () => {
  it('finds nothing wrong with a suite', async () => {
    expect((await editor.open(good)).problems).toEqual([]);
  });

  it.each([
    ['an unknown channel', 'kind: http', 'kind: htp', '4: Value is not accepted'],
    ['a wrong setting of the channel', 'url: https:', 'urll: https:', 'urll'],
    ['a mistyped key', '  channel:', '  chanel:', 'chanel'],
    [
      'a step with two messages',
      '- hello: [welcome, hi]',
      '- hello: hi\n  bye: see you',
      'propert',
    ],
    ['a check without a method', '$CHECK GET https', '$CHECK https', ''],
  ])('marks %s', async (_, right, wrong, said) => {
    const { problems } = await editor.open(good.replace(right, wrong));
    expect(problems.length).toBeGreaterThan(0);
    expect(problems.join('\n')).toContain(said);
  });

  it('uses the schema that the first line names, for the document that it is in', async () => {
    const named = `# yaml-language-server: $schema=${schemaAddress}\n${good}`;
    expect((await editor.open(named, '.yml')).problems).toEqual([]);
    const wrong = named.replace('kind: http', 'kind: htp');
    expect((await editor.open(wrong, '.yml')).problems).toHaveLength(1);
    expect((await editor.open(good.replace('kind: http', 'kind: htp'), '.yml')).problems).toEqual(
      [],
    );
  });

  it('explains a key when the pointer rests on it', async () => {
    const { uri } = await editor.open(good);
    const hover = async (line: number, character: number) =>
      JSON.stringify(
        await editor.ask('textDocument/hover', {
          textDocument: { uri },
          position: { line, character },
        }),
      );
    expect(await hover(4, 6)).toContain('Address that takes messages');
    expect(await hover(1, 4)).toContain('Version of the test language');
    expect(await hover(6, 4)).toContain('Begins a test, with its name');
  });

  it('completes keys of the configuration, of the chosen channel and of a test', async () => {
    const complete = async (text: string, line: number, character: number) => {
      const { uri } = await editor.open(text);
      const { items } = await editor.ask<{ items: { label: string }[] }>(
        'textDocument/completion',
        {
          textDocument: { uri },
          position: { line, character },
        },
      );
      return items.map(({ label }) => label);
    };
    const channel = suite('configuration:', '  channel:', '    kind: phone', '    ');
    const settings = await complete(channel, 3, 4);
    expect(settings).toContain('ringMs');
    expect(settings).not.toContain('request');
    expect(await complete(suite('configuration:', '  sy'), 1, 4)).toContain('syntax');
    expect(await complete(suite('configuration:', '  channel:', '    kind: '), 2, 10)).toContain(
      'websocket',
    );
    expect(await complete(suite('- test: a', '- hello:', '  - pro'), 2, 7)).toContain('prompt');
    expect(await complete(suite('- te'), 0, 4)).toContain('test');
  });
});

it('parley schema prints a schema, and refuses what it does not know', () => {
  expect(JSON.parse(parley('testing.json').stdout).title).toContain('testing.json');
  expect(parley('tests')).toMatchObject({
    status: 2,
    stderr: 'parley schema takes one of suite, testing.json, parley.config.yml. See --help.\n',
  });
});
