/** Additional suites and runs for the pictures in the documents. */
import { readFileSync } from 'node:fs';
import { apiKeys, catalogue, projects, suites } from '@parley/contract';
import { type Account, createProjectWithSuite } from '../fixtures.ts';
import { runToEnd } from './organizations.ts';

export interface ShownSuites {
  /** A suite with several turns with the demo bot, and a run of it. */
  suiteId: string;
  runId: string;
  /** A suite with a run through the chat widget of a page. */
  widgetSuiteId: string;
  widgetRunId: string;
  /** The suite that docs/phone.md shows. */
  phoneSuiteId: string;
}

const turns = `- test: Tells opening hours and balance
- When are you open?: Monday to Friday
- What is my balance?: Which account
- Savings: savings account
`;

function phoneSource(): string {
  const page = readFileSync(new URL('../../docs/phone.md', import.meta.url), 'utf8');
  return /^```yaml\n([\s\S]*?)^```/m.exec(page)?.[1] ?? '';
}

export async function createShownSuites(account: Account): Promise<ShownSuites> {
  await account.call(apiKeys.createApiKey, { body: { name: 'CI', expiresInDays: 90 } });
  const { demoBotUrl } = await account.call(catalogue.getInstallation);
  const url = demoBotUrl ?? '';
  const { suiteId } = await createProjectWithSuite(account, {
    project: 'Assistant',
    suite: 'Greeting',
    source: `configuration:\n  channel: { kind: http, url: ${url} }\n---\n${turns}`,
  });
  const widget = await createProjectWithSuite(account, {
    project: 'Website',
    suite: 'Chat widget',
    source: `configuration:
  channel:
    kind: browser
    url: ${new URL('/chat', url).href}
    open: ["#chat-launcher"]
    input: "#chat-input"
    reply: .bot
    buttons: .choice
    greets: true
---
${turns}`,
  });
  const line = await account.call(projects.createProject, { body: { name: 'Bank line' } });
  const phone = await account.call(suites.createSuite, {
    body: { name: 'Bank line', projectId: line.id, platform: 'phone', source: phoneSource() },
  });
  return {
    suiteId,
    phoneSuiteId: phone.id,
    runId: await runToEnd(account, suiteId),
    widgetSuiteId: widget.suiteId,
    widgetRunId: await runToEnd(account, widget.suiteId),
  };
}
