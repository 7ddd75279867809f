import { readFileSync } from 'node:fs';
import { identity, organizations, projects, suites } from '@parley/contract';
import type { Plugin } from 'vite';
import { storedListsMs } from '../src/lib/stored-lists.ts';
import { shellChunk } from './chunks.ts';

/** Requests that a page will make, by URL; the script fills in `{name}`. */
const calls = {
  session: [
    identity.getUser.path.replace('{id}', '{userId}'),
    organizations.listOrganizations.path,
    organizations.getOrganization.path,
  ],
  projects: [projects.listProjects.path],
  project: [
    projects.getProject.path,
    projects.listSubprojects.path,
    // The first page as the list of suites asks for it while nobody has searched or sorted.
    `${suites.pageSuites.path}?page=1&pageSize=20&platform=all&projectId={projectId}&sortField=name&sortDirection=asc`,
  ],
  suite: [suites.getSuite.path],
};

/**
 * Adds `return-visit.inline.js` to the page: returning users load the shell and the page's data
 * together with the entry instead of after it, which saves two round trips.
 */
export function returnVisit(): Plugin {
  return {
    name: 'return-visit',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const shell = Object.values(bundle).find(({ name }) => name === shellChunk);
        const script = readFileSync(new URL('return-visit.inline.js', import.meta.url), 'utf8')
          .replace("'SHELL'", () => JSON.stringify(`/${shell?.fileName}`))
          .replace("'CALLS'", () => JSON.stringify(calls))
          .replace("'PROJECTS_CACHED_FOR_MS'", String(storedListsMs));
        // Before the style sheet: a script that follows one waits for it.
        return html.replace(
          '<script type="module"',
          (start) => `<script>${script}</script>${start}`,
        );
      },
    },
  };
}
