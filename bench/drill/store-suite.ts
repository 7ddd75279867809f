import { randomUUID } from 'node:crypto';
import { projects, suites } from '@parley/contract';
import type { Member as Person } from '@parley/server/testing/tenant';
import { served } from './served.ts';

/** Stores a suite in a new project and returns its id. */
export async function storeSuite(person: Person, name: string, source: string): Promise<string> {
  const once = () => ({ headers: { 'idempotency-key': randomUUID() } });
  const wish = { body: { name }, ...once() };
  const project = await served(() => person.call(projects.createProject, wish));
  const suite = { name, projectId: project.body.id, platform: 'webchat' as const, source };
  const call = { body: suite, ...once() };
  const { status, body, text } = await served(() => person.call(suites.createSuite, call));
  if (status !== 201) throw new Error(`The suite was not stored: ${text}`);
  return body.id;
}
