import { catalogue, type Installation } from '@parley/contract';
import { type Account, createProjectWithSuite } from './fixtures.ts';

/** The server of the tests switches load testing on for people of this domain. */
export const loadTesterEmail = () => `tester-${Date.now()}@load.test`;

/** Two tests of the demo bot in a project "Hotline", as a load test holds them. */
export async function createBankSuite(account: Account, expected = 'Monday'): Promise<string> {
  const { demoBotUrl }: Installation = await account.call(catalogue.getInstallation);
  const source = [
    'configuration:',
    '  channel:',
    '    kind: http',
    `    url: ${demoBotUrl}`,
    '---',
    '- test: Opening hours',
    `- When are you open?: ${expected}`,
    '- Balance: Which',
    '---',
    '- test: Balance',
    '- Balance: Which',
  ].join('\n');
  return (await createProjectWithSuite(account, { suite: 'Bank', source })).suiteId;
}
