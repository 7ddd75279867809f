#!/usr/bin/env node
// Reports which Node version `parley` needs before an older one fails on the program itself and exits with 1, which would mean
// that a test failed. It loads nothing else first and uses only syntax that old versions understand.
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
