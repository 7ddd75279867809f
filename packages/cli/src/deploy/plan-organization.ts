/** The difference between a configuration and a server in what an organization has only once, apart from projects. */
import { isDeepStrictEqual } from 'node:util';
import { UsageError } from '../exit-codes.ts';
import {
  type Change,
  type Created,
  idOf,
  lacking,
  type PlanOptions,
  type PlanPart,
  type Reference,
  sameName,
  secretOf,
} from './change.ts';
import type { FoundCalendar, FoundDevice, FoundStatusPage, FoundWebhook } from './found.ts';
import type {
  WantedCalendar,
  WantedDevice,
  WantedStatusPage,
  WantedStatusSuite,
  WantedWebhook,
} from './wanted-organization.ts';

export function planCalendars(
  wanted: WantedCalendar[],
  found: FoundCalendar[],
  { deletes }: PlanOptions,
): PlanPart {
  const changes = wanted.flatMap((one): Change[] => {
    const { name, content } = one;
    const stored = found.find((each) => sameName(each.name, name));
    const details = Object.entries(content).flatMap(([key, value]) =>
      isSame(stored?.[key as keyof typeof content], value, key) ? [] : [key],
    );
    if (stored && details.length === 0) return [];
    const make = async (call: Parameters<Change['make']>[0], created: Created) => {
      const body = { name: stored?.name ?? name, ...content };
      if (stored) await call('PUT', `exclusion-calendars/${stored.id}`, body);
      else created.set(one, (await call<FoundCalendar>('POST', 'exclusion-calendars', body)).id);
    };
    const action = stored ? 'update' : 'create';
    return [
      {
        action,
        kind: 'exclusion calendar',
        name,
        details: stored ? details : [content.timeZone],
        make,
      },
    ];
  });
  const pathOf = ({ id }: FoundCalendar) => `exclusion-calendars/${id}`;
  return { changes, ...lacking('exclusion calendar', found, wanted, { deletes, pathOf }) };
}

export function planDevices(
  wanted: WantedDevice[],
  found: FoundDevice[],
  { deletes }: PlanOptions,
): PlanPart {
  const changes = wanted.flatMap((one): Change[] => {
    const { name, ...content } = one;
    const stored = found.find((each) => sameName(each.name, name));
    const { platform } = content.settings;
    if (stored && stored.settings.platform !== platform)
      throw new UsageError(
        `The virtual device "${name}" is for ${stored.settings.platform}. Give the one for ${platform} another name.`,
      );
    const details = Object.entries(content).flatMap(([key, value]) =>
      isSame(stored?.[key as keyof typeof content], value, key) ? [] : [key],
    );
    if (stored && details.length === 0) return [];
    return [
      {
        action: stored ? 'update' : 'create',
        kind: 'virtual device',
        name,
        details: stored ? details : [String(platform)],
        make: async (call, created) => {
          if (stored) await call('PUT', `devices/${stored.id}`, content);
          else created.set(one, (await call<FoundDevice>('POST', 'devices', one)).id);
        },
      },
    ];
  });
  const pathOf = ({ id }: FoundDevice) => `devices/${id}`;
  return { changes, ...lacking('virtual device', found, wanted, { deletes, pathOf }) };
}

export function planWebhooks(
  wanted: WantedWebhook[],
  found: FoundWebhook[],
  options: PlanOptions,
): PlanPart {
  const changes = wanted.flatMap((one): Change[] => {
    const [stored, ...more] = found.filter(({ name }) => sameName(name, one.name));
    if (more.length > 0)
      throw new UsageError(
        `The server has ${more.length + 1} webhooks named "${one.name}"; rename all but one.`,
      );
    return webhookChange(one, stored, options);
  });
  const pathOf = ({ id }: FoundWebhook) => `webhooks/${id}`;
  const { deletes } = options;
  return { changes, ...lacking('webhook', found, wanted, { deletes, pathOf }) };
}

function webhookChange(
  wanted: WantedWebhook,
  stored: FoundWebhook | undefined,
  options: PlanOptions,
): Change[] {
  const { name, url, events, isEnabled } = wanted;
  const value = typeof url === 'string' ? url : options.environment[url.env];
  // Without a value there is nothing to compare with, and nothing to send.
  const host = value && URL.canParse(value) ? `${new URL(value).host}/…` : undefined;
  const isUrlSent = !stored || options.setsSecrets || (Boolean(value) && host !== stored.urlShown);
  const sent = isUrlSent
    ? typeof url === 'string'
      ? url
      : secretOf(url, `the address of the webhook "${name}"`, options)
    : undefined;
  const sorted = (all: readonly string[] | undefined) => [...new Set(all)].sort();
  const body = {
    ...(sent !== undefined && { url: sent }),
    ...(!isDeepStrictEqual(sorted(stored?.events), sorted(events)) && { events }),
    ...(isEnabled !== undefined && isEnabled !== stored?.isEnabled && { isEnabled }),
  };
  const details = Object.keys(body).map((key) =>
    key === 'isEnabled' ? `isEnabled ${isEnabled}` : key,
  );
  if (stored && details.length === 0) return [];
  return [
    {
      action: stored ? 'update' : 'create',
      kind: 'webhook',
      name,
      details: stored ? details : events,
      make: async (call) => {
        if (stored) {
          await call('PATCH', `webhooks/${stored.id}`, body);
          return;
        }
        const { signingSecret } = await call<{ signingSecret: string }>('POST', 'webhooks', {
          name,
          ...body,
        });
        await options.keepSecret?.(name, signingSecret);
      },
    },
  ];
}

export function planStatusPage(
  wanted: WantedStatusPage,
  found: FoundStatusPage | undefined,
  find: (shown: WantedStatusSuite) => Reference,
  { deletes }: PlanOptions,
): PlanPart {
  const shown = wanted.suites.map((suite) => ({ suite: find(suite), label: suite.label }));
  const ids = new Set(shown.map(({ suite }) => suite.id));
  const lacked = found?.suites.filter(({ suiteId }) => !ids.has(suiteId)) ?? [];
  const stays = deletes ? [] : lacked;
  const {
    slug,
    title,
    isPublic = found?.isPublic ?? false,
    isListed = found?.isListed ?? false,
  } = wanted;
  const settingsOf = (created: Created): FoundStatusPage => ({
    slug,
    title,
    isPublic,
    isListed,
    suites: [
      ...shown.map(({ suite, label }) => ({ suiteId: idOf(suite, created), label })),
      ...stays,
    ],
  });
  const details = Object.entries(settingsOf(new Map())).flatMap(([key, value]) =>
    isSame(found?.[key as keyof FoundStatusPage], value)
      ? []
      : [typeof value === 'boolean' ? `${key} ${value}` : key],
  );
  const kept = stays.map(({ label }) => ({
    kind: 'status page' as const,
    name: `${title}: suite ${label}`,
  }));
  if (found && details.length === 0) return { changes: [], deletions: [], kept };
  const change: Change = {
    action: found ? 'update' : 'create',
    kind: 'status page',
    name: title,
    details: found ? details : [`/status/${slug}`, isPublic ? 'public' : 'private'],
    make: async (call, created) => void (await call('PUT', 'status-page', settingsOf(created))),
  };
  return { changes: [change], deletions: [], kept };
}

/** @returns true if the server would store both alike */
const isSame = (a: unknown, b: unknown, key?: string): boolean =>
  isDeepStrictEqual(asStored(a, key), asStored(b, key));

/** A value as the server stores it. @param key its key, if that says how to write it */
function asStored(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => asStored(one));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, asStored(one, name)]),
    );
  if (typeof value !== 'string') return value;
  const text = value.trim().normalize('NFC');
  if (key === 'number') return text.replaceAll(/[\s().\u00a0/-]/g, '');
  if ((key === 'start' || key === 'end') && !Number.isNaN(Date.parse(text)))
    return new Date(text).toISOString();
  return key === 'timeZone' ? timeZoneOf(text) : text;
}

/** @returns the name that the server uses for a time zone; an unknown one as it is, for the server to refuse */
function timeZoneOf(name: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return name;
  }
}
