/**
 * A suite as plain JSON, parallel to its YAML text. Files for other programs (an Excel workbook, a
 * configuration in JSON) are written from it and read back through it.
 */
import { parseSuite, printSuite, type Suite } from '@parley/suite';
import { parseAllDocuments, Scalar, stringify } from 'yaml';

export interface SuiteOutline {
  /** The settings by their names in the text. */
  configuration: Record<string, unknown>;
  tests: TestOutline[];
}

export interface TestOutline {
  name: string;
  mode: 'normal' | 'only' | 'skip';
  steps: StepOutline[];
}

/**
 * A line of a test: a message with its expectations, or `tags` and `description` with their text.
 */
export interface StepOutline {
  key: string;
  /** Undefined where any reply will do. */
  value: unknown;
}

export function outlineSuite(suite: Suite): SuiteOutline {
  const outline: SuiteOutline = { configuration: {}, tests: [] };
  for (const document of parseAllDocuments(printSuite(suite))) {
    const content: unknown = document.toJS();
    if (Array.isArray(content)) outline.tests.push(outlineTest(content));
    else Object.assign(outline.configuration, (content as Partial<SuiteOutline>)?.configuration);
  }
  return outline;
}

function outlineTest([head, ...lines]: unknown[]): TestOutline {
  const [[key, name] = ['test', '']] = Object.entries(head as object);
  const mode = key === 'test.only' ? 'only' : key === 'test.skip' ? 'skip' : 'normal';
  return { name: String(name), mode, steps: lines.map(outlineStep) };
}

function outlineStep(line: unknown): StepOutline {
  if (typeof line !== 'object' || line === null) return { key: String(line), value: undefined };
  const [[key, value] = ['', undefined]] = Object.entries(line);
  return { key, value };
}

/** The text of an outline; its problems are found when it is parsed. */
export function writeOutline({ configuration, tests }: SuiteOutline): string {
  const documents = [
    ...(Object.keys(configuration).length > 0 ? [{ configuration }] : []),
    ...tests.map(({ name, mode, steps }) => [
      { [mode === 'normal' ? 'test' : `test.${mode}`]: name },
      ...steps.map(({ key, value }) => (value === undefined ? quoted(key) : { [key]: value })),
    ]),
  ];
  const text = documents.map((document) => `---\n${stringify(document)}`).join('');
  const { suite, problems } = parseSuite(text);
  const isRight = problems.every(({ severity }) => severity !== 'error');
  return isRight ? printSuite(suite) : text;
}

/** Quotes a message: without quotes, `what == that` would be an assertion. */
function quoted(text: string): Scalar {
  const scalar = new Scalar(text);
  scalar.type = Scalar.QUOTE_DOUBLE;
  return scalar;
}
