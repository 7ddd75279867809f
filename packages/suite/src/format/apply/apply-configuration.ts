import { isMap, type Node } from 'yaml';
import { canonicalJson } from '../model/canonical-json.ts';
import type { Json, Suite } from '../model/suite.ts';
import type { LocatedSuite } from '../parse/parse.ts';
import type { LocatedConfiguration } from '../parse/parse-configuration.ts';
import { canonicalKey } from '../parse/parse-configuration.ts';
import { printSetting, printSettings, settingEntries } from '../print/print.ts';
import { withComments } from './comments.ts';
import { lineEnd, lineStart, type SuiteParts, type TextPart } from './text-parts.ts';

interface Application {
  text: string;
  located: LocatedSuite;
  parts: SuiteParts;
  wanted: Suite;
  lineBreak: string;
}

/** @returns the configuration document with changed keys replaced; undefined if there is no document and none is needed */
export function applyConfiguration(application: Application): TextPart | undefined {
  const { located, parts, wanted, lineBreak } = application;
  const old = located.configuration;
  const part = parts.configuration;
  if (old && part && canonicalJson(old.configuration) === canonicalJson(wanted.configuration)) {
    return part;
  }
  const settings = printSettings(wanted.configuration);
  if (!old && settings.length === 0) return undefined;
  const body = old && part ? replaceKeys(application, old, part) : undefined;
  const printed = `---\nconfiguration:\n${settings.map((line) => `${line}\n`).join('')}`;
  return { lead: part?.lead ?? '', body: body ?? printed.replaceAll('\n', lineBreak) };
}

/** Replaces key by key. @returns undefined if the keys are not on separate lines */
function replaceKeys(
  { text, wanted, lineBreak }: Application,
  old: LocatedConfiguration,
  part: TextPart,
): string | undefined {
  const places = keyPlaces(text, old);
  if (!places) return undefined;
  const before = new Map(settingEntries(old.configuration));
  const after = new Map(settingEntries(wanted.configuration));
  const bodyStart =
    lineEnd(text, (old.document.contents as Node).range?.[1] ?? 0) - part.body.length;
  let body = '';
  let end = bodyStart;
  const print = (key: string, value: Json) =>
    printSetting(key, value)
      .map((line) => (line === '' ? lineBreak : `${places.margin}${line.slice(2)}${lineBreak}`))
      .join('');
  for (const { key, start, end: pairEnd } of places.pairs) {
    const canonical = canonicalKey(key);
    const value = after.get(canonical);
    after.delete(canonical);
    body += text.slice(end, start);
    end = pairEnd;
    if (canonicalJson(value) === canonicalJson(before.get(canonical))) {
      body += text.slice(start, pairEnd);
    } else if (value !== undefined) {
      body += withComments(text.slice(start, pairEnd), print(canonical, value));
    }
  }
  if (body !== '' && !body.endsWith('\n')) body += lineBreak;
  for (const [key, value] of after) body += print(key, value);
  return body + text.slice(end, bodyStart + part.body.length);
}

function keyPlaces(text: string, { document, pairs }: LocatedConfiguration) {
  const root = document.contents;
  const settings = isMap(root) ? root.items[0]?.value : undefined;
  if (!isMap(settings) || settings.flow || pairs.length === 0) return undefined;
  const places = pairs.map(({ key, range }) => {
    const start = lineStart(text, range[0]);
    return { key, start, keyStart: range[0], end: lineEnd(text, range[1]) };
  });
  const margins = places.map(({ start, keyStart }) => text.slice(start, keyStart));
  const margin = margins[0] ?? '';
  if (margins.some((other) => other !== margin || other.trim() !== '')) return undefined;
  return { margin, pairs: places };
}
