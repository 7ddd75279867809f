import { type AuditEntry, audit as endpoints } from '@parley/contract';
import type { Scope } from '../../platform/database/scope.ts';
import { csvLine } from '../../platform/exports/csv-line.ts';
import type { Exports, ReadPage } from '../../platform/exports/exports.ts';
import { cutPage, notACursor, readCursor } from '../../platform/http/cursor.ts';
import { type Route, route } from '../../platform/http/http.ts';
import { type AuditFilter, type AuditRow, listEntries } from './audit.queries.ts';

export function auditRoutes(exports: Exports): Route[] {
  return [
    route(endpoints.listAudit, async ({ scope, query }) => {
      const { cursor, limit, ...filter } = query;
      const before = cursor === undefined ? undefined : readPlace(cursor);
      const all = await listEntries(scope, filter, before, limit + 1);
      const { rows, nextCursor } = cutPage(all, limit, ({ seq }) => [String(seq)]);
      return { items: rows.map(present), nextCursor };
    }),

    route(endpoints.exportAudit, ({ scope, query, reply }) => {
      void reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename=audit-log.csv');
      return exports.stream(scope, (readPage) => csvOf(scope, query, readPage));
    }),
  ];
}

function readPlace(cursor: string): number {
  const [seq = ''] = readCursor(cursor, 1);
  if (!/^\d{1,15}$/.test(seq)) throw notACursor();
  return Number(seq);
}

function present(row: AuditRow): AuditEntry {
  return {
    id: String(row.seq),
    at: row.at.toISOString(),
    action: row.action as AuditEntry['action'],
    actor: { id: row.actorId, name: row.actorName, email: row.actorEmail },
    apiKey: row.apiKeyName,
    address: row.address,
    target: row.target,
    detail: row.detail,
  };
}

const entriesPerPage = 1000;

/** Reads the log page by page, so that it is never completely in memory. */
async function* csvOf(
  scope: Scope,
  filter: AuditFilter,
  readPage: ReadPage,
): AsyncGenerator<string> {
  yield csvLine(['time', 'action', 'name', 'email', 'API key', 'address', 'target', 'detail']);
  let before: number | undefined;
  for (;;) {
    const rows = await readPage(() => listEntries(scope, filter, before, entriesPerPage));
    yield rows.map(lineOf).join('');
    before = rows.at(-1)?.seq;
    if (rows.length < entriesPerPage) return;
  }
}

function lineOf(row: AuditRow): string {
  const { at, action, actorName, actorEmail, apiKeyName, address, target, detail } = row;
  return csvLine([
    at.toISOString(),
    action,
    actorName,
    actorEmail,
    apiKeyName ?? '',
    address ?? '',
    target,
    detail,
  ]);
}
