/** Agents of a project: what suites that name one test. */
import type { ChannelConfiguration } from './channel-configuration.ts';
import type { SpanSources } from './span-sources.ts';

export interface Agent {
  name: string;
  /** Version that its developers gave it, such as a release or a commit; any text. */
  version?: string;
  description?: string;
  channel?: ChannelConfiguration;
  /** Services whose spans show which tools it called. */
  evidence?: SpanSources;
}

/** Maximum length of the name of an agent, in characters. */
export const agentNameLengthMax = 60;

/** Maximum length of the version of an agent, in characters. */
export const agentVersionLengthMax = 100;

/** Pattern of a name: letters, digits, `_`, `-`, `.` and single spaces, beginning with a letter or digit. */
export const agentNamePattern = '^[\\p{L}\\p{N}][\\p{L}\\p{N}._-]*(?: [\\p{L}\\p{N}._-]+)*$';

const pattern = new RegExp(agentNamePattern, 'u');

export const isAgentName = (name: string): boolean =>
  name.length <= agentNameLengthMax && pattern.test(name);
