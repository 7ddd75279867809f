// Extracts the texts of the dashboard, feature by feature, so that a reviewer can read them as prose.
import { globSync, readFileSync } from 'node:fs';
import { parseSync, Visitor } from 'oxc-parser';

/** @typedef {{ text: string, start: number }} Text */

/** JSX attributes that never contain words for people. */
const codeAttributes = new Set(
  'as autoComplete className d href id in inputMode key name of on pattern rel role size src style target to type value variant viewBox'.split(
    ' ',
  ),
);

/** Calls whose arguments are class names, paths or event names. */
const codeCalls = new Set(['cn', 'cva', 'classNames', 'matchMedia', 'createFileRoute', 'track']);

/** @param {string} text Strings such as "Save", "1 day" or "no reply yet", but not "flex gap-2" or "audio/wav" */
export function isProse(text) {
  const words = text.trim();
  // An endpoint of the contract.
  if (/^[A-Z]+ \//.test(words)) return false;
  if (/^[A-Z“‘][^\s/_]*$/.test(words)) return /^[A-Z“‘][a-z’']+[.…!?:,”’]*$/.test(words);
  if (!/\s/.test(words) || !/[a-z]{2}/i.test(words)) return false;
  if (/^[A-Z“‘…]/.test(words)) return true;
  return !/(^|\s)[a-z[\]:!-]+-[\w[\]./:-]+(\s|$)|[<>=;]|\b(flex|grid|var|select|where)\b/.test(
    words,
  );
}

/**
 * Extracts the texts of a source file, in order. Each value is replaced by a placeholder: "Delete {name}?".
 * @param {string} file @param {string} source @returns {Text[]}
 */
export function textsOf(file, source) {
  const { program } = parseSync(file, source);
  /** @type {Text[]} */
  const texts = [];
  /** Ranges whose strings are code, or are part of a text that was already added. @type {{ start: number, end: number }[]} */
  const told = [];
  /** @param {{ start: number, end: number }} node */
  const isTold = ({ start, end }) => told.some((range) => range.start <= start && end <= range.end);
  /** @param {string} text @param {{ start: number }} node */
  const add = (text, { start }) => {
    const line = text.replaceAll(/\s+/g, ' ').trim();
    if (/\p{L}/u.test(line.replaceAll(/\{[^}]*\}/g, ''))) texts.push({ text: line, start });
  };
  /** @param {readonly any[]} children */
  const addChildren = (children) => {
    /** @type {any[]} */
    let parts = [];
    const flush = () => {
      if (parts.some(({ type }) => type === 'JSXText'))
        add(parts.map((part) => partText(source, part)).join(''), parts[0]);
      told.push(...parts.filter(({ type }) => type === 'JSXElement'));
      parts = [];
    };
    for (const child of children) {
      if (child.type === 'JSXText' || isInline(child)) parts.push(child);
      else flush();
    }
    flush();
  };
  new Visitor({
    ImportDeclaration: (node) => void told.push(node),
    TSLiteralType: (node) => void told.push(node),
    JSXElement: (node) => void (isTold(node) || addChildren(node.children)),
    JSXFragment: ({ children }) => addChildren(children),
    JSXAttribute(node) {
      if (node.name.type === 'JSXIdentifier' && codeAttributes.has(node.name.name)) told.push(node);
    },
    CallExpression(node) {
      if (node.callee.type === 'Identifier' && codeCalls.has(node.callee.name)) told.push(node);
    },
    NewExpression(node) {
      if (node.callee.type === 'Identifier' && node.callee.name === 'Error') told.push(node);
    },
    BinaryExpression(node) {
      if (/^[=!]==?$/.test(node.operator)) told.push(node);
    },
    Literal(node) {
      if (typeof node.value !== 'string' || isTold(node)) return;
      if (isProse(node.value)) add(node.value, node);
    },
    TemplateLiteral(node) {
      if (isTold(node)) return;
      const text = templateText(source, node);
      if (isProse(text.replaceAll(/\{[^}]*\}/g, 'X'))) add(text, node);
    },
  }).visit(program);
  return texts.sort((a, b) => a.start - b.start);
}

/** Detects a value, or an element such as <strong> or <Link> within a sentence. @param {any} child */
const isInline = (child) =>
  child.type === 'JSXExpressionContainer' ||
  (child.type === 'JSXElement' &&
    child.children.length === 1 &&
    child.children[0].type === 'JSXText' &&
    /^(a|abbr|b|code|em|kbd|strong|Link|time)$/.test(child.openingElement.name.name ?? ''));

/** @param {string} source @param {any} part @returns {string} */
function partText(source, part) {
  if (part.type === 'JSXText') return part.value;
  if (part.type === 'JSXElement') return part.children[0].value;
  const { expression } = part;
  if (expression.type === 'Literal') return String(expression.value);
  return placeholder(source, expression);
}

/** @param {string} source @param {any} node */
const templateText = (source, { quasis, expressions }) =>
  quasis
    .map(
      (/** @type {any} */ { value }, /** @type {number} */ at) =>
        value.cooked + (expressions[at] ? placeholder(source, expressions[at]) : ''),
    )
    .join('');

/** Names a value by the last name in its expression: {count} for `run.count`. @param {string} source @param {any} node */
function placeholder(source, { type, start, end }) {
  if (type === 'JSXEmptyExpression') return '';
  return `{${/^[\w.?]+$/.test(source.slice(start, end)) ? source.slice(start, end).split('.').at(-1) : '…'}}`;
}

const webFolder = 'apps/web/src/';

/** @returns {string[]} the features' folders, then the folders of parts that they share */
export const textFolders = () => [
  ...globSync(`${webFolder}features/*/`)
    .map((folder) => folder.replaceAll('\\', '/').replace(/\/$/, ''))
    .sort(),
  `${webFolder}ui`,
  `${webFolder}lib`,
];

/** @param {string} folder @returns {string[]} without tests */
const sourcesOf = (folder) =>
  globSync(`${folder}/**/*.{ts,tsx}`)
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !/\.test\.tsx?$|\.gen\.ts$|\/testing\//.test(file))
    .sort();

/** @param {string} folder @returns {{ file: string, texts: string[] }[]} files with texts, each text once */
export const textsIn = (folder) =>
  sourcesOf(folder)
    .map((file) => ({
      file,
      texts: [...new Set(textsOf(file, readFileSync(file, 'utf8')).map(({ text }) => text))],
    }))
    .filter(({ texts }) => texts.length > 0);

/** Makes one page for each feature and each shared folder. @returns {{ file: string, make: () => string }[]} */
export const interfaceTexts = () =>
  textFolders().map((folder) => ({
    file: `docs/interface-texts/${folder.split('/').at(-1)}.md`,
    make: () => pageOf(folder),
  }));

/** @param {string} folder */
function pageOf(folder) {
  const sections = textsIn(folder).map(
    ({ file, texts }) =>
      `## ${file.slice(folder.length + 1)}\n\n${texts.map((text) => `- ${text}`).join('\n')}\n`,
  );
  return `# Interface texts: ${folder.slice(webFolder.length)}

Generated from the source, to be read as prose in review. Change a text in its file.

${sections.join('\n')}`;
}
