/**
 * Replaces words that speech recognition confuses, such as "tools" for "two hills". `homophones` lists the recognized words for
 * each intended word. Only whole words match, ignoring case. The recognized words are texts, not patterns.
 */
import type { Json } from '../format/model/suite.ts';

type Hear = (actual: Json | undefined) => Json | undefined;

const compiled = new WeakMap<Record<string, string[]>, Hear>();

export function replaceHomophones(homophones: Record<string, string[]> | undefined): Hear {
  if (!homophones) return (actual) => actual;
  const known = compiled.get(homophones);
  if (known) return known;
  const hear = compile(homophones);
  compiled.set(homophones, hear);
  return hear;
}

function compile(homophones: Record<string, string[]>): Hear {
  const meant = new Map<string, string>();
  for (const [word, alternatives] of Object.entries(homophones)) {
    for (const heard of alternatives) {
      if (heard.trim()) meant.set(heard.trim().toLowerCase(), word.replaceAll('_', ' '));
    }
  }
  if (meant.size === 0) return (actual) => actual;
  // Longest first, so that "two hills" wins over "two".
  const heard = [...meant.keys()].sort((a, b) => b.length - a.length).map(escapeForPattern);
  const pattern = new RegExp(
    `(?<![^\\s,.:;"'¿¡(])(?:${heard.join('|')})(?![^\\s,.:;"'?!)])`,
    'giu',
  );
  return (actual) =>
    typeof actual === 'string'
      ? actual.replace(pattern, (found) => meant.get(found.toLowerCase()) ?? found)
      : actual;
}

function escapeForPattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
