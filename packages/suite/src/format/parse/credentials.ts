/** Finds the credentials in a suite's text: `headers`, `auth` and `secret` of the channel and of requests. */
import { isAlias, isMap, isScalar, isSeq, type Node } from 'yaml';
import { placeholdersIn } from '../model/template.ts';
import type { YamlText } from './read-yaml.ts';
import { bareTemplate, type Reader, rangeOf } from './values.ts';

/** Replacement for a credential. A suite that contains it cannot be saved or run, because it is never a real credential. */
export const credentialMask = '***';

export const credentialKeys = ['auth', 'headers', 'secret'];

/**
 * @returns the values of the keys of credentials, and the variables and data that these use. It rather finds too many, because
 * the keys count anywhere outside the tests.
 */
export function credentialsIn(yaml: YamlText): ReadonlySet<Node> {
  const found = new Set<Node>();
  const names = new Set<string>();
  const isHidden = (key: string) => credentialKeys.includes(key.trim().toLowerCase());
  const take = (node: Node, source: string) => {
    found.add(node);
    for (const { name } of placeholdersIn(source)) names.add(name.replace(/^data\./, ''));
  };
  const roots = yaml.documents.flatMap(({ contents }) => configurationsIn(contents));
  collect(yaml, roots, isHidden, take);
  const requests = [
    ...yaml.documents.flatMap((document) => itemsIn(document, /^\s*\$CHECK\s/i)),
    ...valuesUnder(yaml, roots, ['before all', 'before each', 'after each']),
  ];
  collect(yaml, requests, (key) => isHidden(key) || secretInRequest.test(key.trim()), take);
  takeArguments(yaml, names, found);
  if (names.size > 0) {
    const filled = valuesUnder(yaml, roots, ['variables', 'data']);
    collect(
      yaml,
      filled,
      (key) => names.has(key),
      (node) => found.add(node),
    );
  }
  return found;
}

/** Adds arguments of block uses whose names are in `names`, and adds the names of variables in these arguments. */
function takeArguments(yaml: YamlText, names: Set<string>, found: Set<Node>): void {
  const uses = yaml.documents.flatMap((document) => itemsIn(document, /^\s*\$USE\s/i));
  for (let known = -1; uses.length > 0 && known < names.size; ) {
    known = names.size;
    collect(
      yaml,
      uses,
      (key) => names.has(key),
      (node, source) => {
        found.add(node);
        for (const { name } of placeholdersIn(source)) names.add(name.replace(/^data\./, ''));
      },
    );
  }
}

/** Reports masked text in place of a credential. */
export function refuseMasked(reading: Reader): void {
  if (!reading.text.includes(credentialMask)) return;
  for (const node of credentialsIn(reading)) {
    if (!isScalar(node) || String(node.value).trim() !== credentialMask) continue;
    reading.problems.error(
      rangeOf(node),
      `The value is masked: ${credentialMask} replaces a credential.`,
      'Enter the credential, or have someone who can edit the suite and see it save the suite.',
    );
  }
}

/** @returns the contents of a document, except for tests, but including a configuration that was mistaken for a test */
function configurationsIn(contents: unknown): unknown[] {
  if (!isSeq(contents)) return [contents];
  return contents.items.filter(
    (item) => isMap(item) && item.items.some(({ key }) => textOfKey(key) === 'configuration'),
  );
}

/** Keys in a request that can hold credentials: a text body, and values with telling names. */
const secretInRequest = /^body$|auth|cookie|credential|passw|secret|session|token/i;

/** @returns the contents of items that begin with a command, such as `$CHECK` or `$USE`, in a test or a block */
function itemsIn({ contents }: YamlText['documents'][number], command: RegExp): unknown[] {
  if (!isSeq(contents)) return [];
  return contents.items.flatMap((item) =>
    isMap(item)
      ? item.items.filter(({ key }) => command.test(textOfKey(key))).map(({ value }) => value)
      : [],
  );
}

type Take = (node: Node, source: string) => void;

function collect(
  yaml: YamlText,
  roots: unknown[],
  isHidden: (key: string) => boolean,
  take: Take,
): void {
  // A node that is hidden under one key can be public under another.
  const seen = { hidden: new Set<Node>(), open: new Set<Node>() };
  const walk = (node: unknown, hidden: boolean) => {
    const target = targetOf(yaml, node);
    const known = hidden ? seen.hidden : seen.open;
    if (!target || known.has(target)) return;
    known.add(target);
    const text = isScalar(target) ? String(target.value ?? '') : bareTemplate(yaml, target);
    if (text !== undefined) {
      if (hidden && text !== '') take(target, text);
    } else if (isMap(target)) {
      for (const { key, value } of target.items) {
        const name = textOfKey(targetOf(yaml, key));
        walk(value, hidden || isHidden(name));
      }
    } else if (isSeq(target)) {
      for (const item of target.items) walk(item, hidden);
    }
  };
  for (const root of roots) walk(root, false);
}

/** @returns the values of these keys at any depth */
function valuesUnder(yaml: YamlText, roots: unknown[], keys: string[]): unknown[] {
  const found: unknown[] = [];
  const seen = new Set<Node>();
  const walk = (node: unknown) => {
    const target = targetOf(yaml, node);
    if (!target || seen.has(target)) return;
    seen.add(target);
    if (isMap(target)) {
      for (const { key, value } of target.items) {
        if (keys.includes(textOfKey(targetOf(yaml, key)))) found.push(value);
        else walk(value);
      }
    } else if (isSeq(target)) for (const item of target.items) walk(item);
  };
  for (const root of roots) walk(root);
  return found;
}

function targetOf(yaml: YamlText, node: unknown): Node | undefined {
  if (node === null || node === undefined) return undefined;
  return isAlias(node) ? yaml.targets.get(node) : (node as Node);
}

const textOfKey = (key: unknown): string => (isScalar(key) ? String(key.value ?? '') : '');
