import { catalogue, type Installation } from '@parley/contract';
import { type Account, createProjectWithSuite } from './fixtures.ts';

/** Email address in a domain for which the test server enables load testing. */
export const loadTesterEmail = () => `tester-${Date.now()}@load.test`;

/** Creates two tests of the demo bot in a project "Hotline", for use in a load test. */
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
