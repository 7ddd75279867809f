import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MarkdownRenderer } from 'vitepress';

const { dirname, join, normalize } = posix;

const docs = fileURLToPath(new URL('../../../docs/', import.meta.url));

type Token = Parameters<MarkdownRenderer['renderer']['render']>[0][number];

type TokenClass = new (type: string, tag: string, nesting: 0) => Token;

/** The part of a heading's address behind `#`, as GitHub makes it. */
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

/** Vue would take what stands in double braces for code. */
function showBraces({ renderer: { rules } }: MarkdownRenderer): void {
  for (const kind of ['text', 'code_inline'] as const) {
    const render = rules[kind];
    rules[kind] = (...args) => (render?.(...args) ?? '').replaceAll('{{', '&#123;&#123;');
  }
}

/** A wide table scrolls, and what scrolls must be reached by Tab. */
function reachTablesByKeyboard({ renderer: { rules } }: MarkdownRenderer): void {
  rules.table_open = () => '<table tabindex="0">\n';
}

/** The `type` of an error leads to its row, which is named by its code. */
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

/** Links to files that the guide does not have become their path: the reader may have no repository. */
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
