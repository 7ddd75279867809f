import { readFileSync } from 'node:fs';

const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');

/** Of this release. */
export const version: string = JSON.parse(manifest).version;
