// Loaded into another tool with --require: at its end, what it took goes to the fourth descriptor.
const { writeSync } = require('node:fs');
const { isMainThread } = require('node:worker_threads');

if (isMainThread) {
  process.on('exit', () => {
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
    writeSync(3, JSON.stringify({ cpuUs: userCPUTime + systemCPUTime, maxRssKb: maxRSS }));
  });
}
