/** `parley schema`: prints JSON Schemas of suites, `testing.json` and `parley.config.yml` for editors. */
import { deploySchema, suiteSchema, testingJsonSchema } from '@parley/suite/schema';
import { readArguments } from './command-line.ts';
import { exitCodes, UsageError } from './exit-codes.ts';

const schemas = {
  suite: suiteSchema,
  'testing.json': testingJsonSchema,
  'parley.config.yml': deploySchema,
};

export const help = `parley schema [suite | testing.json | parley.config.yml]: prints the JSON Schema of test suites, or of one of these files.

Editors complete and check suites with it. To use it with yaml-language-server, begin a suite with
  # yaml-language-server: $schema=<path of the file>
  --json                  changes nothing: a schema is JSON

A server serves the schemas at /schema/suite.json, /schema/testing.json and /schema/parley.config.json.
`;

export async function schemaCommand(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(args, {
    help: { type: 'boolean', short: 'h' },
    json: { type: 'boolean' },
  });
  if (values.help) {
    process.stdout.write(help);
    return exitCodes.passed;
  }
  const [name = 'suite', ...others] = positionals;
  if (!Object.hasOwn(schemas, name) || others.length > 0) {
    throw new UsageError(
      `parley schema takes one of ${Object.keys(schemas).join(', ')}. See --help.`,
    );
  }
  const schema = schemas[name as keyof typeof schemas]();
  process.stdout.write(`${JSON.stringify(schema, null, 2)}\n`);
  return exitCodes.passed;
}
