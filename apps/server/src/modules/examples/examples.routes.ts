import { examples as endpoints } from '@parley/contract';
import { type Route, route } from '../../platform/http/http.ts';
import type { Platform } from '../../platform/platform.ts';
import { presentOneRun } from '../runs/runs.ts';
import { runDemo } from './run-demo.ts';

export function examplesRoutes(platform: Pick<Platform, 'config' | 'news'>): Route[] {
  return [
    route(endpoints.runDemo, async ({ scope, body }) =>
      presentOneRun(scope, await runDemo(scope, platform, body.projectId)),
    ),
  ];
}
