import { createProject } from '../../modules/projects/projects.ts';
import { createSuite } from '../../modules/suites/suites.ts';
import { inTransaction } from '../../platform/database/scope.ts';
import type { Platform } from '../../platform/platform.ts';
import { seedOrganization } from './create-organization.ts';
import { seedMember, seedPerson } from './create-person.ts';
import { demoSuites } from './demo-suites.ts';

/** Account for development and demonstrations. An installation never creates it. */
export const developmentAccount = {
  email: 'dev@acme.test',
  password: 'Parley-dev-1',
  name: 'Dev Acme',
};

const colleagues = [
  { email: 'bea@acme.test', name: 'Bea Admin', role: 'admin' },
  { email: 'cy@acme.test', name: 'Cy Member', role: 'member' },
] as const;

/**
 * Creates an organization with projects and suites, unless the development account exists.
 *
 * @returns true if it was created
 */
export async function seedDevelopment(
  { db, config }: Pick<Platform, 'db' | 'config'>,
  demoBotUrl: string,
): Promise<boolean> {
  const developer = await seedPerson(db, developmentAccount);
  if (!developer) return false;
  const owner = await seedOrganization(db, developer, 'Acme', config.edition);
  for (const colleague of colleagues) {
    await seedMember(owner, { ...colleague, password: developmentAccount.password });
  }
  await inTransaction(owner, async (scope) => {
    const bank = await createProject(scope, {
      name: 'Parley Bank',
      description: 'Tests of the demo bot.',
    });
    await createProject(scope, { name: 'Hotline', parentProjectId: bank.id });
    await createProject(scope, { name: 'Playground' });
    for (const suite of demoSuites(demoBotUrl)) {
      await createSuite(scope, { ...suite, projectId: bank.id });
    }
  });
  return true;
}
