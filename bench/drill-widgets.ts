/**
 * R29. Tests chat widgets from npm without selectors: the suite contains only the address of the page. Each must hold a
 * conversation of three turns, using a button if the widget has buttons, and must not mistake the user's own message for a
 * reply of a silent bot. Packages are installed from the registry; without them, the drill fails as not run. `PARLEY_WIDGETS`
 * names the packages to try, separated by commas.
 *
 *   npm run drill -- widgets
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createEgress } from '@parley/egress';
import { runSuite } from '@parley/engine';
import { foldEvents, parseSuite, type RunEvent, type TestResult } from '@parley/suite';
import { runDrill } from './drill/drill.ts';
import { hasWidgets, serveWidgets } from './widgets/serve-widgets.ts';

interface Listed {
  name: string;
  buttons: boolean;
}

const folder = fileURLToPath(new URL('widgets/', import.meta.url));
const list = JSON.parse(readFileSync(`${folder}widgets.json`, 'utf8')) as {
  goal: number;
  tuned: Listed[];
  unseen: Listed[];
};

const names = [...list.tuned, ...list.unseen].map(({ name }) => name);

function install(): boolean {
  if (hasWidgets(names)) return true;
  const args = [
    'ci',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--legacy-peer-deps',
    '--workspaces=false',
  ];
  const { status } = spawnSync('npm', args, { cwd: folder, stdio: 'inherit', timeout: 900_000 });
  return status === 0 && hasWidgets(names);
}

const talks = (address: string, press: boolean) => `configuration:
  channel: { kind: browser, url: ${JSON.stringify(address)}${process.env.PARLEY_WIDGET_CHANNEL ?? ''} }
  replyTimeout: 10
  concurrency: 2
---
- test: Three turns
- hello:
  - prompt === Good day, this is the example bank.
- accounts:
  - prompt: Which account do you mean?
${press ? '  - buttons: Savings\n' : ''}- Savings:
  - prompt === Your balance there is 120 dollars.
---
- test: A bot that says nothing
- hello: Good day
- mute: mute
`;

async function run(text: string): Promise<TestResult[]> {
  const { suite, problems } = parseSuite(text);
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
  const events: RunEvent[] = [];
  await runSuite({
    suite,
    egress: createEgress({ allow: ['127.0.0.0/8:*'] }),
    signal: new AbortController().signal,
    browser: { program: process.env.CHROMIUM_PATH || undefined },
    emit(event) {
      events.push(event);
    },
  });
  return foldEvents(events).tests;
}

/** Explains in one line why a test did not pass. */
function whyOf(test: TestResult | undefined): string {
  const step = test?.steps.find(({ outcome }) => outcome !== 'passed');
  const failure = test?.failure ?? step?.failure;
  const reply = step?.reply?.text ?? '';
  return `${failure?.code ?? ''} ${failure?.message ?? ''}${reply && ` reply ${JSON.stringify(reply.slice(0, 80))}`}`.trim();
}

await runDrill('widgets', 'R29', async (drill) => {
  // Counts as a failure, because nothing was verified.
  if (!install()) throw new Error('Not run: the packages could not be installed.');
  const server = await serveWidgets();
  drill.defer(() => server.close());
  const only = process.env.PARLEY_WIDGETS?.split(',');
  const all = [
    ...list.tuned.map((widget) => ({ ...widget, group: 'tuned' })),
    ...list.unseen.map((widget) => ({ ...widget, group: 'unseen' })),
  ].filter(({ name }) => !only || only.includes(name));
  if (all.length === 0) throw new Error(`PARLEY_WIDGETS names none of: ${names.join(', ')}.`);
  const came: Record<string, string> = {};
  const passed: string[] = [];
  let wrong = 0;
  for (const { name, buttons, group } of all) {
    const address = `http://127.0.0.1:${server.port}/widget/${encodeURIComponent(name)}`;
    const startedAt = performance.now();
    const [three, mute] = await run(talks(address, buttons));
    const isMuteRight = mute?.outcome !== 'passed';
    if (!isMuteRight) wrong += 1;
    if (three?.outcome === 'passed' && isMuteRight) passed.push(name);
    came[name] = three?.outcome ?? 'none';
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    console.log(
      `${(three?.outcome ?? '').padEnd(8)} ${group.padEnd(7)} ${name} (${seconds} s) ${three?.outcome === 'passed' ? '' : whyOf(three)}`,
    );
    if (!isMuteRight)
      console.log(
        `         the silent bot passed: ${JSON.stringify(mute?.steps.at(-1)?.reply?.text)}`,
      );
  }
  drill.note('outcomes', came);
  drill.note(
    'passedUnseen',
    passed.filter((name) => list.unseen.some((other) => other.name === name)).length,
  );
  drill.exactly('silent bots that passed', wrong, 0);
  drill.exactly('typed into a wrong field', server.typedElsewhere(), 0);
  drill.atLeast('conversations of three turns', passed.length, only ? all.length : list.goal);
});
