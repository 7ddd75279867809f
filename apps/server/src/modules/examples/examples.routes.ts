import { examples as endpoints } from '@parley/contract';
import { type Route, route } from '../../platform/http/http.ts';
import type { Platform } from '../../platform/platform.ts';
import { presentProject } from '../projects/projects.ts';
import { presentOneRun } from '../runs/runs.ts';
import { createExample, removeExample } from './example-project.ts';
import { runDemo } from './run-demo.ts';

export function examplesRoutes(
  platform: Pick<Platform, 'config' | 'news' | 'queue' | 'storage'>,
): Route[] {
  return [
    route(endpoints.runDemo, async ({ scope, body }) =>
      presentOneRun(scope, await runDemo(scope, platform, body.projectId)),
    ),

    route(endpoints.createExampleProject, async ({ scope }) =>
      presentProject(await createExample(scope, platform)),
    ),

    route(endpoints.removeExampleProject, async ({ scope }) => ({
      keptSuites: await removeExample(scope, platform),
    })),
  ];
}
