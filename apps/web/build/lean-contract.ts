import { type Plugin, parseSync } from 'vite';

/** Parts of an endpoint that callers need; the rest is for the server and the API description. */
const keptProperties = new Set(['method', 'path', 'access', 'response', 'idempotent', 'changes']);

interface Node {
  type: string;
  start: number;
  end: number;
}
type Initializer = Node & {
  callee?: Node & { name?: string };
  arguments?: (Node & { properties?: Property[] })[];
};
type Property = Node & { key: { name?: string }; value: Node };

interface Edit {
  start: number;
  end: number;
  text: string;
}

/**
 * Reduces the contract in a page to what the page uses: endpoints without their schemas, and schemas only if they are read.
 * Schema constructors have no side effects, but the methods that are called on schemas cannot be marked as free of them.
 */
export function leanContract(): Plugin {
  return {
    name: 'lean-contract',
    transform: {
      filter: { id: /[\\/]packages[\\/]contract[\\/]src[\\/]/ },
      handler(code) {
        const edits = initializersIn(code).flatMap((value) =>
          value.callee?.name === 'endpoint' ? leanEndpoint(value) : asPure(value),
        );
        return { code: edited(code, edits), map: null };
      },
    },
  };
}

/** Lists the initial values of a module's constants. */
function initializersIn(code: string): Initializer[] {
  const { program } = parseSync('contract.js', code);
  return program.body
    .map((statement) =>
      statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement,
    )
    .filter((statement) => statement?.type === 'VariableDeclaration')
    .flatMap(({ declarations }) => declarations)
    .map(({ init }) => init as Initializer | null)
    .filter((init) => init !== null);
}

function leanEndpoint(call: Initializer): Edit[] {
  const properties = call.arguments?.[0]?.properties ?? [];
  return properties
    .filter(({ key, value }) => !isKept(key, value) || isSchema(key, value))
    .map(({ key, value, start, end }) =>
      key.name === 'response'
        ? { start: value.start, end: value.end, text: "'json'" }
        : { start, end, text: '...null' },
    );
}

/** Tells if callers need a property. An endpoint's access is kept only if it is public. */
function isKept({ name = '' }: Property['key'], value: Node & { value?: unknown }): boolean {
  return keptProperties.has(name) && (name !== 'access' || value.value === 'public');
}

function isSchema(key: Property['key'], value: Node): boolean {
  return key.name === 'response' && value.type !== 'Literal';
}

function asPure({ type, start, end }: Initializer): Edit[] {
  if (type !== 'CallExpression' && type !== 'ObjectExpression') return [];
  return [
    { start, end: start, text: '/* @__PURE__ */ (() => (' },
    { start: end, end, text: '))()' },
  ];
}

function edited(code: string, edits: Edit[]): string {
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end, text: by }) => text.slice(0, start) + by + text.slice(end), code);
}
