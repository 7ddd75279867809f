/** What a configuration says of the things that an organization has only once, apart from projects. */
import type { Fields, FromEnvironment, ValueReader } from './value-reader.ts';

export interface WantedCalendar {
  name: string;
  /** What the server stores of it besides the name. */
  content: { timeZone: string; windows: Fields[]; holidays: Fields[] };
}

export interface WantedDevice {
  name: string;
  locale: string;
  /** Maximum number of simultaneous conversations; absent if the file says nothing. */
  concurrencyLimit?: number;
  /** Settings of the visitor or caller, with their `platform`. */
  settings: Fields;
}

export interface WantedWebhook {
  name: string;
  url: string | FromEnvironment;
  events: string[];
  /** Absent if the file says nothing. */
  isEnabled?: boolean;
}

/** A test suite on the status page. */
export interface WantedStatusSuite {
  project: string;
  /** Name of the project above, if several projects have this name. */
  parent?: string;
  suite: string;
  /** Its name on the page. */
  label: string;
}

export interface WantedStatusPage {
  slug: string;
  title: string;
  /** Each is absent if the file says nothing. */
  isPublic?: boolean;
  isListed?: boolean;
  suites: WantedStatusSuite[];
}

export function readCalendar(reader: ValueReader, value: unknown, at: string): WantedCalendar {
  const fields = reader.fields(value, at, ['name', 'timeZone', 'windows', 'holidays']);
  return {
    name: reader.text(fields.name, `${at}.name`),
    content: {
      timeZone: reader.text(fields.timeZone, `${at}.timeZone`),
      windows: reader.list(fields.windows, `${at}.windows`, (one, place) =>
        readWindow(reader, one, place),
      ),
      holidays: reader.list(fields.holidays, `${at}.holidays`, (one, place) => {
        const { country, region = null } = reader.fields(one, place, ['country', 'region']);
        return {
          country: reader.text(country, `${place}.country`),
          region: region === null ? null : reader.text(region, `${place}.region`),
        };
      }),
    },
  };
}

const windowKeys = {
  once: ['kind', 'reason', 'start', 'end'],
  weekly: ['kind', 'reason', 'days', 'from', 'to'],
};

function readWindow(reader: ValueReader, value: unknown, at: string): Fields {
  const every = [...new Set(Object.values(windowKeys).flat())];
  const kind = reader.oneOf(reader.fields(value, at, every).kind, `${at}.kind`, [
    'once',
    'weekly',
  ]) as keyof typeof windowKeys;
  const fields = reader.fields(value, at, windowKeys[kind]);
  const text = (key: string) => reader.text(fields[key], `${at}.${key}`);
  if (kind === 'once')
    return { kind, reason: text('reason'), start: text('start'), end: text('end') };
  const { days } = fields;
  if (!Array.isArray(days)) reader.refuse(`${at}.days`, 'must be a list.');
  return {
    kind,
    reason: text('reason'),
    days: reader.list(days, `${at}.days`, (day, place) => reader.number(day, place)),
    from: text('from'),
    to: text('to'),
  };
}

export function readDevice(reader: ValueReader, value: unknown, at: string): WantedDevice {
  const fields = reader.fields(value, at, ['name', 'locale', 'concurrencyLimit', 'settings']);
  const { concurrencyLimit } = fields;
  return {
    name: reader.text(fields.name, `${at}.name`),
    locale: reader.text(fields.locale, `${at}.locale`),
    ...(concurrencyLimit !== undefined && {
      concurrencyLimit: reader.number(concurrencyLimit, `${at}.concurrencyLimit`),
    }),
    settings: readSettings(reader, fields.settings, `${at}.settings`),
  };
}

const settingKeys = {
  webchat: ['platform', 'browser', 'viewport'],
  phone: ['platform', 'caller', 'trunk', 'voiceId'],
};

function readSettings(reader: ValueReader, value: unknown, at: string): Fields {
  const every = [...new Set(Object.values(settingKeys).flat())];
  const platform = reader.oneOf(reader.fields(value, at, every).platform, `${at}.platform`, [
    'webchat',
    'phone',
  ]) as keyof typeof settingKeys;
  const fields = reader.fields(value, at, settingKeys[platform]);
  if (platform === 'webchat') {
    const viewport = reader.fields(fields.viewport, `${at}.viewport`, ['width', 'height']);
    return {
      platform,
      browser: reader.text(fields.browser, `${at}.browser`),
      viewport: {
        width: reader.number(viewport.width, `${at}.viewport.width`),
        height: reader.number(viewport.height, `${at}.viewport.height`),
      },
    };
  }
  const { trunk = null } = fields;
  return {
    platform,
    caller: readCaller(reader, fields.caller, `${at}.caller`),
    trunk: trunk === null ? null : reader.text(trunk, `${at}.trunk`),
    voiceId: reader.text(fields.voiceId, `${at}.voiceId`),
  };
}

function readCaller(reader: ValueReader, value: unknown, at: string): Fields {
  const { kind } = reader.fields(value, at, ['kind', 'number', 'address']);
  const key = reader.oneOf(kind, `${at}.kind`, ['number', 'sip']) === 'sip' ? 'address' : 'number';
  const fields = reader.fields(value, at, ['kind', key]);
  return { kind, [key]: reader.text(fields[key], `${at}.${key}`) };
}

export function readWebhook(reader: ValueReader, value: unknown, at: string): WantedWebhook {
  const fields = reader.fields(value, at, ['name', 'url', 'events', 'isEnabled']);
  const { url, events, isEnabled } = fields;
  if (!Array.isArray(events) || events.length === 0)
    reader.refuse(`${at}.events`, 'must name at least one event.');
  return {
    name: reader.text(fields.name, `${at}.name`),
    url:
      typeof url === 'string'
        ? reader.text(url, `${at}.url`)
        : reader.fromEnvironment(url, `${at}.url`),
    events: reader.list(events, `${at}.events`, (one, place) => reader.text(one, place)),
    ...(isEnabled !== undefined && { isEnabled: reader.boolean(isEnabled, `${at}.isEnabled`) }),
  };
}

export function readStatusPage(reader: ValueReader, value: unknown, at: string): WantedStatusPage {
  const fields = reader.fields(value, at, ['slug', 'title', 'isPublic', 'isListed', 'suites']);
  const { isPublic, isListed } = fields;
  return {
    slug: reader.text(fields.slug, `${at}.slug`),
    title: reader.text(fields.title, `${at}.title`),
    ...(isPublic !== undefined && { isPublic: reader.boolean(isPublic, `${at}.isPublic`) }),
    ...(isListed !== undefined && { isListed: reader.boolean(isListed, `${at}.isListed`) }),
    suites: reader.list(fields.suites, `${at}.suites`, (one, place) => {
      const shown = reader.fields(one, place, ['project', 'parent', 'suite', 'label']);
      const { parent, label = shown.suite } = shown;
      return {
        project: reader.text(shown.project, `${place}.project`),
        ...(parent !== undefined && { parent: reader.text(parent, `${place}.parent`) }),
        suite: reader.text(shown.suite, `${place}.suite`),
        label: reader.text(label, `${place}.label`),
      };
    }),
  };
}
