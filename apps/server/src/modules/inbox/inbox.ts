/** Public API of the module: feedback and leads, stored as rows and mailed to support. */
import { type AccountExport, inbox as endpoints } from '@parley/contract';
import { eq } from 'drizzle-orm';
import { feedback, leads } from '../../db/schema/inbox.ts';
import type { Database } from '../../platform/database/db.ts';
import { inTransaction } from '../../platform/database/scope.ts';
import { type Route, route } from '../../platform/http/http.ts';
import type { Platform } from '../../platform/platform.ts';
import { newId } from '../../platform/security/ids.ts';
import { feedbackNote, leadNote } from './notes.ts';

export function inboxRoutes({ config, mail, db }: Platform): Route[] {
  return [
    route(endpoints.sendFeedback, ({ scope, body }) =>
      inTransaction(scope, async (inside) => {
        const { timestamp, ...content } = body;
        // The author comes from the session, not from the form.
        const { userId, email } = scope.actor;
        const sent = { ...content, email };
        const row = { ...sent, id: newId(), userId, writtenAt: new Date(timestamp) };
        await inside.db.insert(feedback).values(row);
        await mail.queueMail(inside.db, feedbackNote(config.supportEmail, sent));
        return undefined;
      }),
    ),

    route(endpoints.generateLead, ({ body }) =>
      db.transaction(async (tx) => {
        await tx.insert(leads).values({ id: newId(), lead: body });
        if (config.edition.sellsPlans) await mail.queueMail(tx, leadNote(config.salesEmail, body));
        return undefined;
      }),
    ),
  ];
}

/** Lists a person's feedback for the export of their account. */
export async function exportFeedback(
  db: Database,
  userId: string,
  limit: number,
): Promise<AccountExport['feedback']> {
  const written = await db.select().from(feedback).where(eq(feedback.userId, userId)).limit(limit);
  return written.map(({ feedback: text, path, writtenAt }) => ({
    text,
    path,
    writtenAt: writtenAt.toISOString(),
  }));
}
