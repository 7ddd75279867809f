import { hostAndPort } from '@parley/egress';
import {
  describeUnfilled,
  fillAddress,
  isUnusable,
  missingChannel,
  planRun,
  type Suite,
  type Test,
  unfilledHint,
  unfilledOf,
  valuesFor,
} from '@parley/suite';
import { ApiError } from '../../platform/errors/api-error.ts';
import { hiddenValue } from '../environments/environments.ts';

/** Host that a suite's conversations contact. */
export interface TargetHost {
  /** `host:port`. */
  host: string;
  hostname: string;
  isSecure: boolean;
}

const directLine = 'https://directline.botframework.com/v3/directline';

/**
 * Returns the one host that the tests of a suite use, with the values of the suite's environment. Refuses suites with no host or
 * several.
 */
export function targetHostOf(suite: Suite, names?: string[] | null): TargetHost {
  const { channel } = suite.configuration;
  if (!channel) throw new ApiError('suite_not_runnable', missingChannel(suite.configuration));
  if (channel.kind === 'phone')
    throw new ApiError('suite_not_runnable', {
      message: 'Load tests cannot call phone lines.',
      hint: 'Use a suite that contacts the bot behind the line over HTTP or WebSocket.',
    });
  if (channel.kind === 'browser')
    throw new ApiError('suite_not_runnable', {
      message: 'Load tests cannot use a browser.',
      hint: 'Use a suite that contacts the bot behind the page over HTTP or WebSocket.',
    });
  const templates = [
    channel.url ?? directLine,
    ...(channel.kind === 'sse' && channel.stream ? [channel.stream] : []),
  ];
  const tests = planRun(suite, names ? { tests: names } : {}).map(({ test }) => test);
  const urls = tests.flatMap((test) => templates.map((template) => fill(template, suite, test)));
  const hosts = new Map(urls.map((url) => [hostAndPort(url), url]));
  const [[host, url] = []] = hosts;
  if (host?.includes(hiddenValue))
    throw new ApiError('suite_not_runnable', {
      message:
        'The host of the bot comes from a secret, so nobody could prove that they control it.',
      hint: 'Use a variable of the environment for the host.',
    });
  if (!host || !url || hosts.size !== 1)
    throw new ApiError('suite_not_runnable', {
      message: 'All tests of a load test must use the same host.',
      hint: `They lead to ${[...hosts.keys()].slice(0, 5).join(', ') || 'none'}.`,
    });
  const isSecure = url.protocol === 'https:' || url.protocol === 'wss:';
  return { host, hostname: url.hostname.replace(/\.$/, ''), isSecure };
}

function fill(template: string, suite: Suite, test: Test): URL {
  const { configuration } = suite;
  const lacking = unfilledOf(test, configuration).find(
    (one) => one.place === 'address' && isUnusable(one, configuration),
  );
  if (lacking)
    throw new ApiError('suite_not_runnable', {
      message: describeUnfilled(lacking, configuration),
      hint: unfilledHint(lacking, configuration),
    });
  const values = { ...valuesFor(configuration, test), text: 'x', conversationId: 'x' };
  const address = fillAddress(template, values);
  if (URL.canParse(address)) return new URL(address);
  throw new ApiError('suite_not_runnable', {
    message: 'The address of the bot is not valid.',
    hint: 'Correct the channel of the test suite.',
  });
}
