import { readFileSync } from 'node:fs';

const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');

/** Version of this release, from package.json. */
export const version: string = JSON.parse(manifest).version;
