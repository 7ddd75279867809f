import type { DefaultTheme } from 'vitepress';

const pages = (group: string, links: Record<string, string>): DefaultTheme.SidebarItem => ({
  text: group,
  collapsed: false,
  items: Object.entries(links).map(([page, text]) => ({ text, link: `/${page}` })),
});

/** Lists every page of the guide once, except the home page, grouped by what a reader wants to do. */
export const sidebar: DefaultTheme.SidebarItem[] = [
  pages('Start', {
    'first-run': 'First green run',
  }),
  pages('Tutorials', {
    'agent-tutorial': 'An agent that refunds twice',
    'phone-tutorial': 'Your IVR in 15 minutes',
    'widget-tutorial': 'A chat widget',
    'gate-tutorial': 'A gate in a pull request',
    'monitor-tutorial': 'A monitor and a status page',
  }),
  pages('Concepts', {
    concepts: 'Verdicts, evidence, undecided',
    comparison: 'Parley and its alternatives',
  }),
  pages('Write tests', {
    recipes: 'Recipes',
    editors: 'Write suites in your editor',
    'exploratory-testing': 'Explore a bot or phone line',
    agents: 'Test what an agent does',
    'chat-widgets': 'Test a chat widget',
    phone: 'Test a phone line',
    environments: 'Run on staging and in production',
    repeats: 'Try a test more than once',
    gates: 'Gates: release or not?',
    judges: 'Judges with a license',
    'virtual-devices': 'Virtual devices',
    moving: 'Move from Bespoken, Botium or Rasa',
  }),
  pages('Read results', {
    'run-results': 'The result of a run',
    overview: 'Overview: what fails now',
    history: 'History: trends and flaky tests',
    troubleshooting: 'Messages and what to do',
  }),
  pages('Watch', {
    monitoring: 'Monitoring',
    alerts: 'Alerts',
    'load-testing': 'Load testing',
  }),
  pages('Automate', {
    ci: 'Tests in CI',
    'named-agents': 'Agents of a project',
    'as-code': 'Everything as code',
    mcp: 'Connect an assistant',
    api: 'Public API',
    webhooks: 'Webhooks',
    actions: 'What programs can do',
  }),
  pages('Reference', {
    'test-language': 'Test language',
    cli: 'Command line',
    errors: 'Error codes',
    configuration: 'Configuration',
    limits: 'Limits',
    keyboard: 'Search and keyboard',
    glossary: 'Glossary',
    licences: 'Licenses',
  }),
  pages('Accounts and organizations', {
    account: 'Your account',
    'billing-and-usage': 'Billing and usage',
    'audit-log': 'Audit log',
  }),
  pages('Operate an installation', {
    'operators-handbook': 'Handbook',
    installing: 'Install',
    'sign-in': 'Sign-in methods',
    operating: 'Operate',
    reliability: 'Reliability',
    'security-cases': 'Attacks and their tests',
  }),
];
