import { inTransaction, type Scope } from '../../platform/database/scope.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { found } from '../../platform/errors/found.ts';
import type { Platform } from '../../platform/platform.ts';
import { lockTerms } from '../organizations/organizations.ts';
import { createProject, findProject, findProjectNamed } from '../projects/projects.ts';
import { type RunRow, startRun } from '../runs/runs.ts';
import { createSuite, defaultSource, findSuiteOfText } from '../suites/suites.ts';

const projectName = 'Demo bot';

const suiteName = 'First conversation';

/** Runs a suite that passes against the demo bot. Reuses the suite of an earlier call unless somebody edited it. */
export function runDemo(
  scope: Scope,
  { config, news }: Pick<Platform, 'config' | 'news'>,
  projectId: string | undefined,
): Promise<RunRow> {
  const { demoBotPort, suiteBytesMax: bytesMax } = config;
  if (demoBotPort === null)
    throw new ApiError('suite_not_runnable', {
      message: 'The demo bot does not run on this installation.',
      hint: 'Connect your own bot in a test suite instead.',
    });
  const source = defaultSource('webchat', demoBotPort);
  return inTransaction(scope, async (inside) => {
    // If two requests arrive at once, the second one finds the suite of the first.
    await lockTerms(inside);
    const project = projectId
      ? found(await findProject(inside, projectId))
      : await demoProject(inside);
    const suite =
      (await findSuiteOfText(inside, project.id, source)) ??
      (await createSuite(inside, {
        projectId: project.id,
        name: suiteName,
        description: 'Asks the demo bot for opening hours and a balance.',
        platform: 'webchat',
        source,
        bytesMax,
      }));
    return startRun(inside, news, suite.id, {});
  });
}

async function demoProject(scope: Scope) {
  return (
    (await findProjectNamed(scope, projectName)) ??
    (await createProject(scope, {
      name: projectName,
      description: 'Tests of the bank assistant that comes with Parley.',
    }))
  );
}
