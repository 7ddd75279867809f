/** Simulates the mistake against which row-level security protects: statements that do not filter by organization. */
import pg from 'pg';

const filters =
  /(?:(?:"?\w+"?\.)?"?organization_id"?|"organizations"\."id") = (\$\d+)(?:::text)?(?!\d)/g;

/** Matches the query for a membership, which is sent before there is a scope. */
const admission = /from "memberships" where \("memberships"\."user_id" = /;

interface Statement {
  text?: string;
  name?: string | undefined;
}

export interface ScopeFilter {
  /** Number of statements whose filter was removed. */
  removed: number;
  isOut: boolean;
}

/** Installs the switch. Call it before the server connects to the database. */
export function switchScopeFilter(): ScopeFilter {
  const filter: ScopeFilter = { removed: 0, isOut: false };
  const ask = pg.Client.prototype.query;
  pg.Client.prototype.query = function asking(this: pg.Client, ...args: unknown[]) {
    const [statement, ...more] = args as [Statement | string | undefined, ...unknown[]];
    if (!filter.isOut || typeof statement !== 'object' || !isScoped(statement.text))
      return Reflect.apply(ask, this, args);
    filter.removed += 1;
    const changed = {
      text: statement.text.replace(filters, '$1::text is not null'),
      // Connections have already prepared the original statement under its name.
      ...(statement.name && { name: `${statement.name}_unfiltered` }),
    };
    // The driver's own query objects have to stay the same objects.
    const isQuery = 'submit' in statement;
    const asked = isQuery ? Object.assign(statement, changed) : { ...statement, ...changed };
    return Reflect.apply(ask, this, [asked, ...more]);
  } as typeof ask;
  return filter;
}

function isScoped(text: string | undefined): text is string {
  return text !== undefined && !admission.test(text) && text.search(filters) >= 0;
}
