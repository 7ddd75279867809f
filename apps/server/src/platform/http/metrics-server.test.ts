import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { operationsGauges } from '../../modules/operations/operations.ts';
import { freePort } from '../../test/free-port.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';
import { type MetricsServer, startMetricsServer } from './metrics-server.ts';

const closables: (TestApp | MetricsServer)[] = [];

afterEach(async () => {
  for (const closable of closables.splice(0).reverse()) await closable.close();
});

async function start(token: string | undefined) {
  const app = await startTestApp();
  closables.push(app);
  const port = await freePort();
  const gauges = operationsGauges(app.platform);
  closables.push(await startMetricsServer(app.platform, { port, token }, gauges));
  return { app, url: `http://127.0.0.1:${port}` };
}

/** Returns the value of a line such as `name{label="x"} 3`. */
function figureOf(text: string, line: string): number {
  const found = text.split('\n').find((each) => each.startsWith(`${line} `));
  return Number(found?.split(' ').at(-1));
}

describe('the metrics', () => {
  it('are Prometheus text about requests, queues, database and process', async () => {
    const { app, url } = await start(undefined);
    const user = await app.signUp();
    await fetch(`${app.url}/internal/v1/users/${user.userId}`);
    const answer = await fetch(`${url}/metrics`);
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    const text = await answer.text();
    const route = '{method="GET",route="/internal/v1/users/:id",status="200"}';
    expect(figureOf(text, `parley_http_request_duration_seconds_count${route}`)).toBeGreaterThan(0);
    expect(figureOf(text, 'parley_database_up')).toBe(1);
    expect(figureOf(text, 'parley_row_security')).toBe(1);
    expect(figureOf(text, 'parley_database_bytes')).toBeGreaterThan(1_000_000);
    expect(figureOf(text, 'parley_database_connections{state="open"}')).toBeGreaterThan(0);
    expect(figureOf(text, 'parley_queue_waiting{kind="runs"}')).toBe(0);
    expect(figureOf(text, 'parley_queue_oldest_seconds{kind="mails"}')).toBe(0);
    expect(figureOf(text, 'parley_live_sockets')).toBe(0);
    expect(text).toContain('nodejs_eventloop_lag_p99_seconds');
    // Ids do not become time series.
    expect(text).not.toContain(user.userId);
  });

  it('have names, types and texts that promtool accepts', async () => {
    const { url } = await start(undefined);
    const text = await (await fetch(`${url}/metrics`)).text();
    const metrics = [...text.matchAll(/^# HELP (\S+) (.*)\n# TYPE \S+ (\S+)$/gm)].map(
      ([, name = '', help = '', type = '']) => ({ name, help, type }),
    );
    expect(metrics.length).toBeGreaterThan(40);
    expect(metrics.filter(({ help }) => help.trim() === '')).toEqual([]);
    const isCounter = ({ name }: { name: string }) => name.endsWith('_total');
    expect(metrics.filter((metric) => isCounter(metric) !== (metric.type === 'counter'))).toEqual(
      [],
    );
    const odd = /[A-Z:]|_(count|sum|bucket|info_total|ms|mb|kb|min(utes)?|hours?|days?)$/;
    const named = metrics.filter(({ name }) => odd.test(name.replace(/_lag_min_seconds$/, '')));
    expect(named).toEqual([]);
    const { error, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], {
      input: text,
      encoding: 'utf8',
    });
    // The rules above are those of promtool that can apply; it is asked where it is installed.
    if (error === undefined) expect(stdout + stderr).toBe('');
  });

  it('are those that the alert rules in deploy/ ask for', async () => {
    const { url } = await start(undefined);
    const text = await (await fetch(`${url}/metrics`)).text();
    const rules = readFileSync(
      new URL('../../../../../deploy/prometheus-alerts.yml', import.meta.url),
      'utf8',
    );
    const asked = new Set(rules.match(/\bparley_\w+/g));
    const given = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
    expect(asked.size).toBeGreaterThan(8);
    expect([...asked].filter((name) => !given.has(name.replace(/_count$/, '')))).toEqual([]);
  });

  it('are given out for the token only, where there is one', async () => {
    const { url } = await start('a-token-of-prometheus');
    const read = (authorization?: string) =>
      fetch(`${url}/metrics`, { headers: authorization ? { authorization } : {} });
    for (const wrong of [undefined, 'Bearer ', 'Bearer a-token-of-prometheuz', 'a-token']) {
      const answer = await read(wrong);
      expect(answer.status).toBe(401);
      expect(await answer.text()).not.toContain('parley_');
    }
    expect((await read('Bearer a-token-of-prometheus')).status).toBe(200);
  });

  it('have a port that answers nothing else but whether the process lives', async () => {
    const { app, url } = await start(undefined);
    expect((await fetch(`${url}/livez`)).status).toBe(200);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect((await fetch(`${url}/`)).status).toBe(404);
    expect((await fetch(`${url}/metrics`, { method: 'POST' })).status).toBe(404);
    expect((await fetch(`${url}/constructor`)).status).toBe(404);
    // The dashboard's port does not serve metrics either.
    expect((await fetch(`${app.url}/metrics`)).headers.get('content-type')).not.toMatch(/plain/);
  });
});
