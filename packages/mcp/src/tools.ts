/** All tools, in the order in which assistants see them. */
import type { Tool } from './tool.ts';
import { compareRuns, gateRun } from './tools/compare-tools.ts';
import { draftTest } from './tools/draft-test.ts';
import { explainRun, listBroken, listRuns, readConversation } from './tools/failure-tools.ts';
import { cancelRun, startRun, waitForRun } from './tools/run-tools.ts';
import { lintSuite, listSuites, readSuite, readTestHistory } from './tools/suite-tools.ts';

export const tools: readonly Tool[] = [
  listBroken,
  listRuns,
  explainRun,
  readConversation,
  draftTest,
  lintSuite,
  compareRuns,
  gateRun,
  startRun,
  waitForRun,
  cancelRun,
  listSuites,
  readSuite,
  readTestHistory,
];
