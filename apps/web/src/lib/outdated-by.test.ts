import { globSync, readFileSync } from 'node:fs';
import { allEndpoints, apiKeys, devices, loadTests, suites } from '@parley/contract';
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { call, listeners } from './api.ts';
import { outdatedBy, outdateLists } from './outdated-by.ts';
import { queryClient } from './query-client.ts';
import { fakeNetwork } from './testing/fake-network.ts';

const scope = { userId: 'u1', orgId: 'o1' };

/** An active query that counts how often it was fetched. */
function shown(...queryKey: string[]) {
  const queryFn = vi.fn(async () => 'answer');
  const observer = new QueryObserver(queryClient, { queryKey, queryFn, initialData: 'before' });
  observer.subscribe(() => {});
  return queryFn;
}

beforeEach(() => queryClient.clear());

describe('a change', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('has the lists on screen read again that it made old, and no others', () => {
    const list = shown('devices', 'o1', 'list', 'all');
    const calendar = shown('devices', 'o1', 'calendar', 'd1');
    const log = shown('audit', 'o1', 'all');
    const one = shown('devices', 'o1', 'one', 'd1');
    const elsewhere = shown('devices', 'o2', 'list', 'all');
    outdateLists(devices.updateDevice, { ...scope, deviceId: 'd1' });
    for (const read of [list, calendar, log]) expect(read).toHaveBeenCalledOnce();
    for (const kept of [one, elsewhere]) expect(kept).not.toHaveBeenCalled();
  });

  it('reaches the lists of all organizations where it is made in none', () => {
    const keys = [shown('api-keys', 'o1', 'u1'), shown('api-keys', 'o2', 'u1')];
    outdateLists({ method: 'DELETE', path: '/internal/v1/users/{id}/api-keys' }, { id: 'u1' });
    for (const read of keys) expect(read).toHaveBeenCalledOnce();
  });

  it('does not ask again for a suite that it has deleted', () => {
    const one = shown('suites', 'o1', 's1');
    const list = shown('suites', 'o1', 'of-project', 'p1');
    outdateLists(suites.deleteSuite, { ...scope, suiteId: 's1' });
    expect(one).not.toHaveBeenCalled();
    expect(list).toHaveBeenCalledOnce();
  });

  it('counts once it was made, whichever screen made it', async () => {
    const changes: string[] = [];
    listeners.changed = ({ method }, params) => changes.push(`${method} ${params?.apiKeyId}`);
    const path = '/internal/v1/users/u1/organizations/o1/api-keys/k1';
    const network = fakeNetwork({ [`DELETE ${path}`]: { status: 409 } });
    const revoke = () => call(apiKeys.revokeApiKey, { params: { ...scope, apiKeyId: 'k1' } });
    await expect(revoke()).rejects.toThrow();
    expect(changes).toEqual([]);
    network.answer(`DELETE ${path}`, { status: 204 });
    await revoke();
    expect(changes).toEqual(['DELETE k1']);
    fakeNetwork({ 'GET /internal/v1/users/u1/organizations/o1/loadtests': { json: {} } });
    await call(loadTests.listLoadTests, { params: scope, query: {} });
    expect(changes).toEqual(['DELETE k1']);
    listeners.changed = () => {};
  });
});

describe('the table of changes', () => {
  it('has an entry for each endpoint that changes something, and no others', () => {
    const changes = allEndpoints.flatMap(({ method, path, access }) => {
      const isOfDashboard =
        access !== 'public' && !(typeof access === 'object' && 'apiKey' in access);
      return method !== 'GET' && isOfDashboard ? [`${method} ${path}`] : [];
    });
    expect(Object.keys(outdatedBy).toSorted()).toEqual(changes.toSorted());
  });

  it('names lists that queries have as their keys', () => {
    const files = globSync('apps/web/src/features/**/*.ts*', { cwd: process.cwd() });
    const keys = files.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/queryKey(?: =|:) ?\[([^\]]*)\]/g)].map(
        ([, parts = '']) => parts.split(',').map((part) => part.trim().replaceAll("'", '')),
      ),
    );
    const isKnown = (list: string) =>
      keys.some((key) =>
        list.split('/').every((part, index) => part.startsWith('{') || part === key[index]),
      );
    const lists = new Set(Object.values(outdatedBy).flat());
    expect([...lists].filter((list) => !isKnown(list))).toEqual([]);
  });
});
