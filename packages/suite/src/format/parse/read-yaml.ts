/**
 * Parses text into YAML documents with positions, within fixed limits. The `failsafe` schema leaves every scalar a string, so
 * that `007` and `1.50` keep their spelling; values.ts decides what a scalar means. The library works in linear time, and the
 * limits keep the worst accepted text under a second.
 */
import {
  type Alias,
  Composer,
  type Document,
  isAlias,
  Lexer,
  LineCounter,
  type Node,
  Parser,
  visit,
  type YAMLError,
} from 'yaml';
import { explainOperator, explainYamlError } from './explain-yaml-error.ts';
import { type ProblemList, problemList, type TextRange } from './problem-list.ts';

/** Maximum length of a suite's text: 1,048,576 characters, far more than people write by hand. */
export const suiteTextLengthMax = 1_048_576;

/** Maximum number of YAML tokens (words, colons, line breaks …): about 15,000 lines of tests. */
export const yamlTokensMax = 150_000;

/** Maximum number of documents, more than a suite can have tests. */
const documentsMax = 2_000;

/** Maximum nesting depth of lists and mappings. */
const nestingMax = 200;

export interface YamlText {
  text: string;
  documents: Document.Parsed[];
  /** Targets of the aliases. The library itself would search the whole document for each alias. */
  targets: Map<Alias, Node>;
  problems: ProblemList;
  /** Number of YAML tokens. */
  tokens: number;
  /** Operators that YAML reads as tags and drops; see `explainOperator`. */
  misplaced: { range: TextRange; message: string; hint: string }[];
  /** True if a limit was reached, so that `documents` lacks the rest of the text. A problem reports it. */
  isCut: boolean;
  /** @returns the line of an offset, from 1 */
  lineOf(offset: number): number;
}

export function readYaml(text: string, tokensMax = yamlTokensMax): YamlText {
  const lines = new LineCounter();
  const problems = problemList(text, lines);
  const lineOf = (offset: number) => lines.linePos(offset).line;
  const read: YamlText = {
    text,
    documents: [],
    targets: new Map(),
    problems,
    tokens: 0,
    misplaced: [],
    isCut: false,
    lineOf,
  };
  lines.addNewLine(0);
  if (text.length > suiteTextLengthMax) {
    read.isCut = true;
    problems.error(
      [0, 0],
      `The text has ${text.length.toLocaleString('en-US')} characters; at most ${suiteTextLengthMax.toLocaleString('en-US')} are allowed.`,
      'Split the tests into several suites.',
    );
    return read;
  }
  try {
    compose(read, lines, tokensMax);
    for (const document of read.documents) resolveAliases(document, read);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    problems.error([0, 0], 'The text is nested too deeply to be read.', 'Remove the nesting.');
    read.documents = [];
    read.isCut = true;
  }
  return read;
}

function compose(read: YamlText, lines: LineCounter, tokensMax: number): void {
  const parser = new Parser(lines.addNewLine);
  const composer = new Composer({
    schema: 'failsafe',
    uniqueKeys: false,
    logLevel: 'silent',
    keepSourceTokens: true,
  });
  for (const lexeme of new Lexer().lex(read.text)) {
    read.tokens += 1;
    if (read.tokens > tokensMax || read.documents.length > documentsMax) {
      read.isCut = true;
      read.problems.error(
        [parser.offset, parser.offset],
        'The suite is too large to be read from here on.',
        'Split the tests into several suites.',
      );
      return;
    }
    for (const token of parser.next(lexeme)) {
      for (const document of composer.next(token)) addDocument(read, document);
    }
    if (parser.stack.length > nestingMax) throw new RangeError('nested too deeply');
    read.isCut = read.problems.isFull();
    if (read.isCut) return;
  }
  for (const token of parser.end()) {
    for (const document of composer.next(token)) addDocument(read, document);
  }
  for (const document of composer.end(false, read.text.length)) addDocument(read, document);
}

function addDocument(read: YamlText, document: Document.Parsed): void {
  read.documents.push(document);
  for (const error of document.errors) addError(read, error);
  for (const warning of document.warnings) addError(read, warning);
}

function addError(read: YamlText, error: YAMLError): void {
  const misplaced = explainOperator(error, read.text);
  if (misplaced) {
    read.misplaced.push({ range: [error.pos[0], error.pos[1]], ...misplaced });
    return;
  }
  const { message, hint } = explainYamlError(error, read.text);
  const report = error.name === 'YAMLWarning' ? read.problems.warning : read.problems.error;
  report([error.pos[0], error.pos[1]], message, hint);
}

/** Resolves aliases. An alias refers to the last node before it that has its anchor. */
function resolveAliases(document: Document.Parsed, read: YamlText): void {
  const anchors = new Map<string, Node>();
  visit(document, {
    Node: (_key, node) => {
      if (isAlias(node)) {
        const target = anchors.get(node.source);
        if (target) read.targets.set(node, target);
        else reportUnknownAlias(node, read);
      } else if ('anchor' in node && node.anchor) {
        anchors.set(node.anchor, node as Node);
      }
    },
  });
}

function reportUnknownAlias(alias: Alias, { problems }: YamlText): void {
  problems.error(
    [alias.range?.[0] ?? 0, alias.range?.[1] ?? 0],
    `"*${alias.source}" refers to a part of this document that does not exist.`,
    'Put a text that starts with * in double quotes.',
  );
}
