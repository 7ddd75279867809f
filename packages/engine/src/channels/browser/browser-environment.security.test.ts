/** What a program that holds pages of strangers finds in its environment: nothing of the worker's. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { afterEach, expect, it, vi } from 'vitest';
import { createRunStop } from '../../run-stop.ts';
import { createRunBrowser } from './run-browser.ts';

const program = process.env.CHROMIUM_PATH || undefined;
const hasChromium = existsSync(program ?? chromium.executablePath());
const hasProc = existsSync('/proc/self/environ');

vi.setConfig({ testTimeout: 120_000 });
afterEach(() => vi.unstubAllEnvs());

/** Of each process below this one: its program and its environment as the kernel keeps it. */
function processesBelow(pid: number): { program: string; environment: string }[] {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const children = all.filter((id) => parentOf(id) === pid);
  return children.flatMap((id) => [
    {
      program: readFileSync(`/proc/${id}/cmdline`, 'utf8'),
      environment: readFileSync(`/proc/${id}/environ`, 'utf8'),
    },
    ...processesBelow(Number(id)),
  ]);
}

function parentOf(id: string): number | undefined {
  try {
    const [, parent] = readFileSync(`/proc/${id}/stat`, 'utf8').match(/\) \S (\d+)/) ?? [];
    return Number(parent);
  } catch {
    return undefined;
  }
}

it.skipIf(!hasChromium || !hasProc)('holds no secret of the worker', async () => {
  vi.stubEnv('DATABASE_URL', 'postgresql://parley:hidden-1@db.example/parley');
  vi.stubEnv('PARLEY_SECRET', 'hidden-2');
  vi.stubEnv('SMTP_URL', 'smtp://hidden-3@mail.example');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'hidden-4');
  using stop = createRunStop(new AbortController().signal, 60_000);
  const browser = createRunBrowser({ program });
  const viewport = { width: 800, height: 600 };
  const profile = await browser.open('http://127.0.0.1:9', viewport, stop);
  try {
    const below = processesBelow(process.pid).filter(({ program: name }) => /chrom/i.test(name));
    expect(below.length).toBeGreaterThan(1);
    for (const { environment } of below) expect(environment).not.toMatch(/hidden-|PARLEY_/);
    expect(below[0]?.environment).toMatch(/(^|\0)PATH=/);
  } finally {
    profile.close();
    await browser.close();
  }
});
