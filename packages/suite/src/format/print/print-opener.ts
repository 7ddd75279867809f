import type { Opener } from '../model/channel-configuration.ts';
import { quoted } from './print-scalar.ts';

/** @returns a selector unchanged, or `{ frame: "…", press: "…" }` */
export function printOpener(opener: Opener): string {
  if (typeof opener === 'string') return opener;
  const [only, ...others] = opener.frame;
  const frame = others.length > 0 || only === undefined ? opener.frame : only;
  return `{ frame: ${quoted(frame)}, press: ${quoted(opener.press)} }`;
}
