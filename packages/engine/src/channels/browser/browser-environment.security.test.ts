/** Tests that a browser with untrusted pages can see no secrets of the worker, and little of its machine. */
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

/** Program and environment of each child process of this one, as the kernel reports them. */
function processesBelow(pid: number): { id: string; program: string; environment: string }[] {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const children = all.filter((id) => parentOf(id) === pid);
  return children.flatMap((id) => [
    {
      id,
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

it.skipIf(!hasChromium || process.platform !== 'linux')(
  'has a limit of memory, and the processor after all others',
  async () => {
    using stop = createRunStop(new AbortController().signal, 60_000);
    const browser = createRunBrowser({ program });
    const viewport = { width: 800, height: 600 };
    const profile = await browser.open('http://127.0.0.1:9', viewport, stop);
    const other = await browser.open('http://127.0.0.1:9', viewport, stop);
    try {
      const page = await profile.context.newPage();
      // The memory is allocated but not used, to spare the test machine.
      const megabytes = await page.evaluate(() => {
        const taken: Uint8Array[] = [];
        try {
          while (taken.length < 80) taken.push(new Uint8Array(50 * 1024 * 1024));
        } catch {}
        return taken.length * 50;
      });
      expect(megabytes).toBeLessThan(1600);
      const next = await other.context.newPage();
      expect(await next.evaluate(() => 1 + 1)).toBe(2);
      const below = processesBelow(process.pid).filter(({ program: name }) => /chrom/i.test(name));
      expect(below.length).toBeGreaterThan(1);
      for (const { id } of below)
        expect(readFileSync(`/proc/${id}/limits`, 'utf8')).toMatch(/Max data size +1536000000 /);
      // Root can raise the priority of a process, and Chromium does.
      if (process.getuid?.() === 0) return;
      const stat = readFileSync(`/proc/${below[0]?.id}/stat`, 'utf8');
      const [, niceness] = stat.match(/\) \S(?: -?\d+){15} (-?\d+)/) ?? [];
      expect(Number(niceness)).toBeGreaterThanOrEqual(10);
    } finally {
      profile.close();
      other.close();
      await browser.close();
    }
  },
);
