/** Simulates the mistake that row-level security protects against: statements that do not filter by organization. */
import pg from 'pg';

const filters =
  /(?:(?:"?\w+"?\.)?"?organization_id"?|"organizations"\."id") = (\$\d+)(?:::text)?(?!\d)/g;

/** Query for a membership, which is sent before there is a scope. */
const admission = /from "memberships" where \("memberships"\."user_id" = /;

interface Statement {
  text?: string;
  name?: string | undefined;
}

export interface ScopeFilter {
  /** Number of statements that have lost their filter. */
  removed: number;
  isOut: boolean;
}

/** Installs the switch. Must be called before the server connects. */
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
      // Connections know the statement by its name already.
      ...(statement.name && { name: `${statement.name}_unfiltered` }),
    };
    // One that is a query of the driver by itself has to stay one.
    const isQuery = 'submit' in statement;
    const asked = isQuery ? Object.assign(statement, changed) : { ...statement, ...changed };
    return Reflect.apply(ask, this, [asked, ...more]);
  } as typeof ask;
  return filter;
}

function isScoped(text: string | undefined): text is string {
  return text !== undefined && !admission.test(text) && text.search(filters) >= 0;
}
