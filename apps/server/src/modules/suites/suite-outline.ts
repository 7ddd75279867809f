/**
 * A suite as plain JSON, parallel to its YAML text. Files for other programs (an Excel workbook, a configuration in JSON) are
 * written from it and read through it.
 */
import { parseSuite, printSuite, type Suite } from '@parley/suite';
import { isMap, isScalar, isSeq, parseAllDocuments, Scalar, stringify } from 'yaml';

export interface SuiteOutline {
  /** Settings by their names in the text. */
  configuration: Record<string, unknown>;
  /** Tests, then blocks. */
  tests: TestOutline[];
}

export interface TestOutline {
  name: string;
  mode: 'normal' | 'only' | 'skip' | 'block';
  steps: StepOutline[];
}

/** A line of a test: a message with its expectations, or `tags` or `description` with its text. */
export interface StepOutline {
  key: string;
  /** Undefined if any reply is accepted. */
  value: unknown;
}

export function outlineSuite(suite: Suite): SuiteOutline {
  const outline: SuiteOutline = { configuration: {}, tests: [] };
  const isStrict = suite.configuration.syntax === 2;
  for (const document of parseAllDocuments(printSuite(suite))) {
    if (isStrict) keepQuotes(document.contents);
    const content: unknown = document.toJS();
    if (Array.isArray(content)) outline.tests.push(outlineTest(content));
    else Object.assign(outline.configuration, (content as Partial<SuiteOutline>)?.configuration);
  }
  return outline;
}

/** Keeps quotes that, in version 2, mark a text as a message and not a command. */
function keepQuotes(list: unknown): void {
  for (const item of isSeq(list) ? list.items : []) {
    const said = isMap(item) ? item.items[0]?.key : item;
    if (!isScalar(said) || said.type !== Scalar.QUOTE_DOUBLE) continue;
    if (isCommand.test(String(said.value))) said.value = `"${said.value}"`;
  }
}

const isCommand = /^\s*\$(?:USE|CHECK)|^(?:block|parameters)$/i;

function outlineTest([head, ...lines]: unknown[]): TestOutline {
  const [[key, name] = ['test', '']] = Object.entries(head as object);
  const mode = modes.find((one) => key === keyOf(one)) ?? 'normal';
  return { name: String(name), mode, steps: lines.map(outlineStep) };
}

function outlineStep(line: unknown): StepOutline {
  if (typeof line !== 'object' || line === null) return { key: String(line), value: undefined };
  const [[key, value] = ['', undefined]] = Object.entries(line);
  return { key, value };
}

const modes = ['only', 'skip', 'block'] as const;

const keyOf = (mode: TestOutline['mode']): string =>
  mode === 'normal' ? 'test' : mode === 'block' ? 'block' : `test.${mode}`;

/** Writes the text of an outline. Problems in it are reported when the text is parsed. */
export function writeOutline({ configuration, tests }: SuiteOutline): string {
  const documents = [
    ...(Object.keys(configuration).length > 0 ? [{ configuration }] : []),
    ...tests.map(({ name, mode, steps }) => [
      { [keyOf(mode)]: name },
      ...steps.map(({ key, value }) => {
        const said = isStrict(configuration) ? spelled(key) : quoted(key);
        if (value === undefined) return said;
        return said.type === Scalar.QUOTE_DOUBLE && said.value !== key
          ? new Map([[said, value]])
          : { [key]: value };
      }),
    ]),
  ];
  const text = documents.map((document) => `---\n${stringify(document)}`).join('');
  const { suite, problems } = parseSuite(text);
  const isRight = problems.every(({ severity }) => severity !== 'error');
  return isRight ? printSuite(suite) : text;
}

const isStrict = ({ syntax }: SuiteOutline['configuration']): boolean => Number(syntax) === 2;

/** Writes a step's key: text in quotes is a message, and the use of a block stays unquoted. */
function spelled(key: string): Scalar {
  const inQuotes = /^"(.*)"$/s.exec(key)?.[1];
  if (inQuotes !== undefined && isCommand.test(inQuotes)) return quoted(inQuotes);
  return /^\$USE\s/i.test(key) ? new Scalar(key) : quoted(key);
}

/** Quotes a message: without quotes, `what == that` would be an assertion. */
function quoted(text: string): Scalar {
  const scalar = new Scalar(text);
  scalar.type = Scalar.QUOTE_DOUBLE;
  return scalar;
}
