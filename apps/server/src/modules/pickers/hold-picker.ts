/**
 * Keeps the page of one picker open: executes the person's actions and stores the state of the page, until the dialog is closed
 * or a time limit is reached. Once this worker has lost the picker's row, it writes nothing more.
 */
import type { Picker, PickerAction } from '@parley/contract';
import {
  type BrowserSettings,
  createPagePicker,
  type PagePicker,
  PickRefused,
} from '@parley/engine';
import type { BrowserChannelConfiguration, Failure } from '@parley/suite';
import { and, eq } from 'drizzle-orm';
import { pickers } from '../../db/schema/pickers.ts';
import type { Database } from '../../platform/database/db.ts';
import { workScope } from '../../platform/database/scope.ts';
import type { PaceOf } from '../../platform/egress/host-paces.ts';
import type { OrganizationEgress } from '../../platform/egress/organization-egress.ts';
import type { News } from '../../platform/live/news.ts';
import type { Log } from '../../platform/observability/log.ts';
import { countUsage } from '../billing/billing.ts';
import { endColumns, olderThan } from './picker-leases.ts';
import { pickerLimits } from './picker-limits.ts';
import { pickerTopic } from './picker-news.ts';
import type { PickerRow } from './picker-row.ts';

interface Holding {
  db: Database;
  news: News;
  log: Log;
  egressOf: OrganizationEgress;
  browser?: BrowserSettings | undefined;
  paceOf?: PaceOf | undefined;
  owner: string;
}

type Change = Partial<typeof pickers.$inferInsert>;

/** Milliseconds between two pictures. */
const lookEveryMs = 1000;

/** Milliseconds after the total limit until the page is closed in any case. */
const closingMs = 30_000;

/** Resolves when the picker has ended, or this worker has lost it. */
export async function holdPicker(
  { db, news, log, egressOf, browser, paceOf, owner }: Holding,
  row: PickerRow,
  signal: AbortSignal,
): Promise<void> {
  const { id, organizationId, configuration } = row;
  const scope = workScope(db, organizationId);
  const egress = await egressOf(scope);
  const isOurs = and(eq(pickers.id, id), eq(pickers.status, 'held'), eq(pickers.leaseOwner, owner));
  const closing = new AbortController();
  const close = () => closing.abort();
  signal.addEventListener('abort', close);
  if (signal.aborted) close();
  let wake = () => {};
  const unsubscribe = news.subscribe(pickerTopic(id), {
    onNews: () => wake(),
    onGap: () => wake(),
  });
  const picker = createPagePicker({
    configuration: {
      ...configuration,
      channel: configuration.channel as BrowserChannelConfiguration,
    },
    egress,
    signal: closing.signal,
    browser,
    party: organizationId,
    pace: paceOf?.(scope),
    timeoutMs: pickerLimits.totalMs + closingMs,
  });

  /** @returns false if this worker has lost the picker, or it was closed */
  async function write(change: Change): Promise<boolean> {
    if (Object.keys(change).length === 0) return true;
    const written = await db
      .update(pickers)
      .set(change)
      .where(isOurs)
      .returning({ id: pickers.id });
    return written.length > 0;
  }

  async function current() {
    const { actionNumber, actionsDone, action, createdAt, seenAt, actedAt } = pickers;
    const [found] = await db
      .select({
        ...{ actionNumber, actionsDone, action },
        isUnseen: olderThan(seenAt, pickerLimits.unseenMs),
        isIdle: olderThan(actedAt, pickerLimits.idleMs),
        isOver: olderThan(createdAt, pickerLimits.totalMs),
      })
      .from(pickers)
      .where(isOurs);
    return found;
  }

  let shown = '';
  let picture: Uint8Array = new Uint8Array();
  let version = row.pictureVersion;

  /** Returns the columns that have changed with the page. */
  async function changes(): Promise<Change> {
    const look = await picker.look().catch(() => undefined);
    if (!look || closing.signal.aborted) return {};
    const change: Change = {};
    const text = JSON.stringify([look.view, picker.picks()]);
    if (text !== shown) Object.assign(change, { view: look.view, picks: picker.picks() });
    if (look.picture && Buffer.compare(look.picture, picture) !== 0) {
      version += 1;
      const bytes = Buffer.from(look.picture);
      Object.assign(change, { picture: bytes.toString('base64'), pictureVersion: version });
      picture = look.picture;
    }
    shown = text;
    return change;
  }

  async function carryOut(action: PickerAction, number: number): Promise<void> {
    const answer = await act(picker, action).catch((error: unknown): Answer => {
      if (error instanceof PickRefused) return { refusal: error.message };
      if (!closing.signal.aborted)
        log.warn({ err: error, pickerId: id }, 'An action in a page failed');
      return { refusal: 'The page did not respond. Open it again.' };
    });
    if (answer.trial) await countUsage(scope, `picker:${id}`, { interactions: 1, callSeconds: 0 });
    // Written together, so that nobody sees the result of an action before the next action is allowed.
    const done = { refusal: null, trial: null, ...answer, actionsDone: number };
    await write({ ...(await changes()), ...done });
  }

  try {
    let isDone = true;
    while (!closing.signal.aborted) {
      const now = await current();
      if (!now) break;
      const failure = whyOver(now, isDone);
      if (failure) {
        await write({ ...endColumns, failure });
        break;
      }
      if (isDone && now.actionNumber > now.actionsDone) {
        isDone = false;
        const doing = carryOut(now.action, now.actionNumber).catch((err: unknown) =>
          log.warn({ err, pickerId: id }, 'An action in a page failed'),
        );
        void doing.finally(() => {
          isDone = true;
          wake();
        });
      }
      const isLong = now.action.kind === 'open' || now.action.kind === 'say';
      if ((isDone || isLong) && !(await write(await changes()))) break;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, lookEveryMs);
        const end = () => {
          clearTimeout(timer);
          resolve();
        };
        wake = end;
        if (closing.signal.aborted) end();
        closing.signal.addEventListener('abort', end, { once: true });
      });
    }
  } finally {
    close();
    unsubscribe();
    signal.removeEventListener('abort', close);
    await picker.close();
  }
}

interface Answer {
  refusal?: string;
  trial?: Picker['trial'];
}

async function act(picker: PagePicker, action: PickerAction): Promise<Answer> {
  if (action.kind === 'open') await picker.open();
  if (action.kind === 'point') await picker.point(action.part, { x: action.x, y: action.y });
  if (action.kind === 'choose') await picker.choose(action.part, action.key);
  if (action.kind === 'clear') await picker.clear(action.part);
  if (action.kind !== 'say') return {};
  const message = action.message.trim() || 'Hello';
  return { trial: { ...(await picker.say(message)), message } };
}

function whyOver(
  { isUnseen, isIdle, isOver }: { isUnseen: boolean; isIdle: boolean; isOver: boolean },
  isDone: boolean,
): Failure | undefined {
  if (isUnseen) return over('The page was closed because nobody was looking at it.');
  if (isOver) return over(`A page stays open for ${pickerLimits.totalMs / 60_000} minutes.`);
  if (isIdle && isDone)
    return over(
      `The page was closed after ${pickerLimits.idleMs / 60_000} minutes without a change.`,
    );
  return undefined;
}

const over = (message: string): Failure => ({
  class: 'internal',
  code: 'time-over',
  message,
  hint: 'Open it again. Your choices are kept.',
});
