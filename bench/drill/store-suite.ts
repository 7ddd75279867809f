import { projects, suites } from '@parley/contract';
import type { Member as Person } from '@parley/server/testing/tenant';

/** Stores a suite in a project of its own and gives its id. */
export async function storeSuite(person: Person, name: string, source: string): Promise<string> {
  const project = await person.call(projects.createProject, { body: { name } });
  const suite = { name, projectId: project.body.id, platform: 'webchat' as const, source };
  const { status, body, text } = await person.call(suites.createSuite, { body: suite });
  if (status !== 201) throw new Error(`The suite was not stored: ${text}`);
  return body.id;
}
