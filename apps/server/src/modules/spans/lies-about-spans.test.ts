/** Runs the lies about spans on a server. The verdicts must equal those of the command line. */
import { projects, runs, suites } from '@parley/contract';
import { foldEvents, readEvent } from '@parley/suite';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  type LieRunner,
  runBroken,
  runLie,
} from '../../../../../packages/engine/src/lies/run-lie.ts';
import { spans } from '../../../../../packages/engine/src/lies/spans.ts';
import { spansByValue } from '../../../../../packages/engine/src/lies/spans-by-value.ts';
import { startRun, untilEnded } from '../../test/bot-suite.ts';
import { keyOf, withKey } from '../../test/spanning-agent.ts';
import { createTenant } from '../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';

vi.setConfig({ testTimeout: 120_000 });

let app: TestApp;

beforeAll(async () => {
  const settings = { PARLEY_RUN_SLOTS: '8', PARLEY_EGRESS_ALLOW: '127.0.0.0/8:*' };
  app = await startTestApp({ settings });
  // The first sign-in creates the keys of the installation.
  await createTenant(app);
});

afterAll(() => app.close());

/** Factor by which timeouts are extended, because a server under test is slower than the engine alone. */
const slowness = 2;
const slower = (source: string) =>
  source.replaceAll('settle: 400ms, timeout: 2s', 'settle: 800ms, timeout: 4s');

/** Runs each suite on the server in its own organization. Otherwise, the others would see its spans as unjoined. */
async function onServer(): Promise<LieRunner> {
  const { owner } = await createTenant(app);
  const key = await keyOf(owner);
  return {
    spanTarget: { url: `${app.url}/api/v1/otlp`, headers: withKey(key), slowness },
    async run(text) {
      const source = slower(text);
      const project = await owner.call(projects.createProject, { body: { name: 'Lies' } });
      const stored = await owner.call(suites.createSuite, {
        body: { name: 'Lie', projectId: project.body.id, platform: 'webchat', source },
      });
      if (stored.status !== 201) throw new Error(stored.text);
      const { id: runId } = await startRun(owner, stored.body.id);
      await untilEnded(owner, runId, 60_000);
      const { body } = await owner.call(runs.listRunEvents, { params: { runId } });
      return foldEvents(body.events.map(({ event }) => readEvent(event)));
    },
  };
}

/** Cases except for "no-tool-source", because every run on a server receives spans. */
const cases = [...spans, ...spansByValue].filter(({ code }) => code !== 'no-tool-source');

describe.concurrent('on a server, the suite of lies about spans', () => {
  for (const one of cases) {
    it(`${one.title}: ${one.verdict} on a server`, async () => {
      expect(await runLie(one, await onServer())).toEqual([]);
    });
    if (one.kind !== 'honest') continue;
    it(`${one.title}, broken: ${one.broken.verdict} on a server`, async () => {
      expect(await runBroken(one, await onServer())).toEqual([]);
    });
  }
});
