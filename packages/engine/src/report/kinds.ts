import { createGithubReporter } from './github.ts';
import { createHtmlReporter } from './html.ts';
import { createJsonReporter } from './json.ts';
import { createJunitReporter } from './junit.ts';
import { createListReporter } from './list.ts';
import type { CreateReporter } from './reporter.ts';

export interface ReporterKind {
  create: CreateReporter;
  /** True if the reporter writes one document, so nothing else can be written to the same destination. */
  writesDocument: boolean;
}

/** The reporters by the names that users choose. */
export const reporters = {
  list: { create: createListReporter, writesDocument: false },
  junit: { create: createJunitReporter, writesDocument: true },
  html: { create: createHtmlReporter, writesDocument: true },
  json: { create: createJsonReporter, writesDocument: true },
  github: { create: createGithubReporter, writesDocument: false },
} as const satisfies Record<string, ReporterKind>;

export type ReporterName = keyof typeof reporters;
