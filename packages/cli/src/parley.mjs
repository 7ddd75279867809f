#!/usr/bin/env node
// Says which Node `parley` needs before an older one stumbles over the program itself, and would end with
// 1, which says that a test failed. It loads nothing else before, and is written as old versions read it.
import { readFileSync } from 'node:fs';

const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const lowest = engines.node.replace('>=', '');
const found = process.versions.node;

if (found.localeCompare(lowest, 'en', { numeric: true }) < 0) {
  console.error(`parley needs Node ${lowest} or newer and found ${found}.`);
  process.exitCode = 2;
} else {
  import('./main.ts').catch((error) => {
    console.error(error);
    process.exitCode = 4;
  });
}
