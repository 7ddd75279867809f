/** Finds the forms in which a text can repeat a value: encoded for URLs, JSON and so on. */

/** Shortest form that is masked; shorter parts of an encoded value occur by chance. */
const formLengthMin = 6;

/**
 * @returns the forms in which a value can appear: unchanged, encoded for URLs, JSON or HTML, in Base64 (also within longer
 * data), and in hexadecimal. Forms shorter than `formLengthMin` are left out.
 */
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

/** Forms in JSON. Some programs also escape slashes, HTML characters or all non-ASCII characters, and JSON can contain JSON. */
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

/** Forms in HTML, with quotes escaped as common libraries do, and in XML text, where quotes are not escaped. */
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
 * Forms in Base64. Three bytes become four characters, so a value within other data has three forms. Characters that depend on
 * neighboring bytes are left out.
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
