/** Positions of tests and steps in a text, for editors that show problems beside them. */
import { LineCounter, type Node } from 'yaml';
import { locateSuite } from './parse.ts';
import type { LocatedTest } from './parse-test.ts';

/** The first and last line, from 1. */
export interface LineSpan {
  from: number;
  to: number;
}

export interface SuiteOutline {
  tests: (LineSpan & { steps: LineSpan[] })[];
  blocks: (LineSpan & { steps: LineSpan[] })[];
}

/** Outlines the same tests and steps as `parseSuite` returns, in the same order. */
export function outlineSuite(text: string): SuiteOutline {
  const lines = lineStarts(text);
  const span = (start: number, end: number): LineSpan => {
    const from = lines.linePos(start).line;
    // A document ends where the next one begins, usually at the start of a line.
    return { from, to: Math.max(from, lines.linePos(Math.max(start, end - 1)).line) };
  };
  const outline = ({ document, items }: Pick<LocatedTest, 'document' | 'items'>) => {
    const [start, , end] = document.range;
    const steps = items
      .filter(({ kind }) => kind === 'interaction')
      .map(({ node }) => span(...rangeOf(node)));
    return { ...span(document.contents?.range?.[0] ?? start, end), steps };
  };
  const { tests, blocks } = locateSuite(text);
  return { tests: tests.map(outline), blocks: blocks.map(outline) };
}

function rangeOf(node: Node | null): [start: number, end: number] {
  return node?.range ? [node.range[0], node.range[1]] : [0, 0];
}

function lineStarts(text: string): LineCounter {
  const lines = new LineCounter();
  lines.addNewLine(0);
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
    lines.addNewLine(at + 1);
  }
  return lines;
}
