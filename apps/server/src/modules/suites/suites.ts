/** Public API of the module: test suites, their text and their files. */
import type { ForgetMentions } from '../../platform/database/deletions.ts';
import type { Route } from '../../platform/http/http.ts';
import type { Platform } from '../../platform/platform.ts';
import { agentsRoutes } from './agents.routes.ts';
import { suiteFilesRoutes } from './suite-files.routes.ts';
import { suiteRoutes } from './suites.routes.ts';

export { calendarIdsOf } from './calendar-ids-of.ts';
export { changeMonitor } from './change-monitor.ts';
export { changeSuite } from './change-suite.ts';
export { createSuite } from './create-suite.ts';
export { defaultSource } from './default-source.ts';
export { fileNameOf } from './file-names.ts';
export { mountSchemas } from './mount-schemas.ts';
export {
  isReadAtOnce,
  parsedSuite,
  readBeforehand,
  readBeforehandIfPossible,
  readLinkedBeforehand,
  readSuiteBeforehand,
} from './parsed-suite.ts';
export { removeSuite } from './remove-suite.ts';
export { requireDevice } from './require-device.ts';
export { readSchedule, readTimeZone, type Schedule } from './schedule.ts';
export { sourceShownTo } from './source-shown-to.ts';
export { suitesJobs, suitesWork } from './suites.jobs.ts';
export {
  countMonitoredTests,
  findSuite,
  findSuiteOfText,
  holdSuite,
  isExample,
  type ListedSuiteRow,
  listExamples,
  listSuitesAfter,
  lockSuite,
  markExamples,
  type SuitePlace,
  type SuiteRow,
  type SuiteSummaryRow,
} from './suites.queries.ts';
export { triesOfSchedule } from './tries-of-schedule.ts';

export function suitesRoutes(platform: Platform, forgetMentions: ForgetMentions): Route[] {
  return [
    ...suiteRoutes(platform, forgetMentions),
    ...suiteFilesRoutes(platform),
    ...agentsRoutes(),
  ];
}
