/**
 * All commands of `parley` except `completion`, which describes them. Each is loaded only when it is called, because loading
 * is most of what a small run costs.
 */

export interface Command {
  run(args: string[]): Promise<number>;
  /** Help text: what the command does, and its options. */
  help: string;
}

export const commands: Record<string, () => Promise<Command>> = {
  run: () => import('./run.ts').then(({ runCommand, help }) => ({ run: runCommand, help })),
  gate: () => import('./gate.ts').then(({ gateCommand, help }) => ({ run: gateCommand, help })),
  judge: () => import('./judge.ts').then(({ judgeCommand, help }) => ({ run: judgeCommand, help })),
  lint: () => import('./lint.ts').then(({ lintCommand, help }) => ({ run: lintCommand, help })),
  watch: () => import('./watch.ts').then(({ watchCommand, help }) => ({ run: watchCommand, help })),
  open: () => import('./open.ts').then(({ openCommand, help }) => ({ run: openCommand, help })),
  deploy: () =>
    import('./deploy.ts').then(({ deployCommand, help }) => ({ run: deployCommand, help })),
  pull: () => import('./pull.ts').then(({ pullCommand, help }) => ({ run: pullCommand, help })),
  import: () =>
    import('./import.ts').then(({ importCommand, help }) => ({ run: importCommand, help })),
  export: () =>
    import('./export.ts').then(({ exportCommand, help }) => ({ run: exportCommand, help })),
  otel: () => import('./otel.ts').then(({ otelCommand, help }) => ({ run: otelCommand, help })),
  ears: () => import('./ears.ts').then(({ earsCommand, help }) => ({ run: earsCommand, help })),
  mcp: () => import('./mcp.ts').then(({ mcpCommand, help }) => ({ run: mcpCommand, help })),
  schema: () =>
    import('./schema.ts').then(({ schemaCommand, help }) => ({ run: schemaCommand, help })),
  docs: () => import('./docs.ts').then(({ docsCommand, help }) => ({ run: docsCommand, help })),
  init: () => import('./init.ts').then(({ initCommand, help }) => ({ run: initCommand, help })),
};
