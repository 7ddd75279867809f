/** The forms in which a text repeats a value: encoded for a place of its own. */

/** Shorter parts of an encoded value occur by chance. */
const formLengthMin = 6;

/** @returns a value as it is, and in URLs, JSON, HTML, Base64 (within other data, too) and hexadecimal digits */
export function formsOf(value: string): string[] {
  const text = value.toWellFormed();
  const forms = [
    value,
    ...inUrls(text),
    ...inJson(text),
    ...inHtml(text),
    ...inBase64(text),
    ...inHex(text),
  ];
  return [...new Set(forms)].filter(({ length }) => length >= formLengthMin);
}

function inUrls(text: string): string[] {
  const form = new URLSearchParams({ '': text }).toString().slice(1);
  const strict = encodeURIComponent(text).replace(/[!'()*]/g, percentOf);
  const urls = [encodeURIComponent(text), strict, encodeURI(text), form];
  return [...urls, ...urls.map(withLowerEscapes), ...urls.map(encodeURIComponent)];
}

const percentOf = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
const withLowerEscapes = (url: string) =>
  url.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());

const unquoted = (text: string) => JSON.stringify(text).slice(1, -1);

/** Some programs also escape slashes, signs of HTML or whatever is not ASCII; JSON may stand in JSON. */
function inJson(text: string): string[] {
  const json = unquoted(text);
  const escapes = (pattern: RegExp, digits: (code: string) => string) =>
    json.replace(pattern, (sign) => `\\u${digits(hexOf(sign.charCodeAt(0)))}`);
  const lower = (code: string) => code;
  const upper = (code: string) => code.toUpperCase();
  const written = [
    json,
    json.replaceAll('/', '\\/'),
    ...[/[^ -~]/g, /[^ -~]|[<>&']/g].flatMap((pattern) => [
      escapes(pattern, lower),
      escapes(pattern, upper),
    ]),
  ];
  return [...written, ...written.map(unquoted)];
}

const hexOf = (code: number) => code.toString(16).padStart(4, '0');

const entities: Record<string, readonly string[]> = {
  '"': ['&quot;', '&#34;', '&#x22;'],
  "'": ['&#39;', '&#x27;', '&apos;'],
};

/** As the usual libraries escape quotes, and texts of XML, which leave them. */
function inHtml(text: string): string[] {
  const inText = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  if (!/["'/`=]/.test(text)) return [inText];
  const inAttributes = entities['"']?.flatMap((double) =>
    ["'", ...(entities["'"] ?? [])].map((single) =>
      inText.replaceAll('"', double).replaceAll("'", single),
    ),
  );
  const escaped = [inText, ...(inAttributes ?? [])];
  return [
    ...escaped,
    ...escaped.map((html) => html.replaceAll('/', '&#x2F;').replaceAll('=', '&#x3D;')),
  ];
}

/**
 * Three bytes are four signs, so a value within other data is written in three ways. Signs that depend on the
 * bytes next to it are left out.
 */
function inBase64(text: string): string[] {
  const bytes = Buffer.from(text);
  return [0, 1, 2].flatMap((offset) => {
    const padded = Buffer.concat([Buffer.alloc(offset), bytes]);
    const first = Math.ceil((offset * 8) / 6);
    const end = Math.floor((padded.length * 8) / 6);
    const core = padded.toString('base64').slice(first, end);
    return [core, core.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

function inHex(text: string): string[] {
  const hex = Buffer.from(text).toString('hex');
  return [hex, hex.toUpperCase()];
}
