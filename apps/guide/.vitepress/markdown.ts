import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MarkdownRenderer } from 'vitepress';

const { dirname, join, normalize } = posix;

const docs = fileURLToPath(new URL('../../../docs/', import.meta.url));

type Token = Parameters<MarkdownRenderer['renderer']['render']>[0][number];

type TokenClass = new (type: string, tag: string, nesting: 0) => Token;

/** Fragment of a heading's address, without `#`, as GitHub generates it. */
export const gitHubAnchor = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');

export function forGuide(markdown: MarkdownRenderer): void {
  showBraces(markdown);
  reachTablesByKeyboard(markdown);
  nameFilesOfRepository(markdown);
  nameErrors(markdown);
}

/** Escapes double braces, because Vue would evaluate their contents. */
function showBraces({ renderer: { rules } }: MarkdownRenderer): void {
  for (const kind of ['text', 'code_inline'] as const) {
    const render = rules[kind];
    rules[kind] = (...args) => (render?.(...args) ?? '').replaceAll('{{', '&#123;&#123;');
  }
}

/** Lets the keyboard reach tables with Tab, because wide ones scroll. */
function reachTablesByKeyboard({ renderer: { rules } }: MarkdownRenderer): void {
  rules.table_open = () => '<table tabindex="0">\n';
}

/** Gives each row of the error table its code as id, because the `type` of an error links to it. */
function nameErrors(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push('rows-of-errors', ({ tokens, env }) => {
    if (env.relativePath !== 'errors.md') return;
    for (const [place, row] of tokens.entries()) {
      const [cell, text] = tokens.slice(place + 1, place + 3);
      const [code] = text?.children ?? [];
      if (row.type === 'tr_open' && cell?.type === 'td_open' && code?.type === 'code_inline')
        row.attrSet('id', code.content);
    }
  });
}

/** Replaces links to files outside the guide with their text and path, because readers may have no repository. */
function nameFilesOfRepository(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push('files-of-repository', ({ tokens, env, Token: NewToken }) => {
    for (const block of tokens) {
      if (block.children) block.children = named(block.children, env.relativePath ?? '', NewToken);
    }
  });
}

function named(tokens: Token[], page: string, NewToken: TokenClass) {
  let path: string | undefined;
  let text = '';
  return tokens.flatMap((token): Token[] => {
    if (token.type === 'link_open') {
      path = fileOutside(token.attrGet('href') ?? '', page);
      text = '';
      return path === undefined ? [token] : [];
    }
    text += token.content;
    if (token.type !== 'link_close' || path === undefined) return [token];
    const name = new NewToken('code_inline', 'code', 0);
    name.content = path;
    const [before, after] = [' (', ')'].map((content) =>
      Object.assign(new NewToken('text', '', 0), { content }),
    );
    const isNamed = text === path;
    path = undefined;
    return isNamed || !before || !after ? [] : [before, name, after];
  });
}

/** Path from the root of the repository, if a link leads out of the guide. */
function fileOutside(href: string, page: string): string | undefined {
  const [link = ''] = href.split('#');
  if (link === '' || /^[a-z]+:/.test(link)) return undefined;
  const file = normalize(join('docs', dirname(page), link));
  const isPage = /^docs\/[^/]+$/.test(file) && existsSync(join(docs, '..', file));
  return isPage ? undefined : file;
}
