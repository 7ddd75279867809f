import { fillTemplate, type Values } from './template.ts';

/**
 * Fills in the template of an address. A value at the start can be the start of an address, and a value in the host can include
 * a port. A value after the host is escaped, so it stays within its part of the path or the query.
 */
export const fillAddress = (template: string, values: Values): string =>
  fillTemplate(template, values, escapeAt);

/** Escapes a value for its place in an address. `before` is the filled-in address before the value, undefined at its start. */
export function escapeAt(value: string, before: string | undefined): string {
  if (before === undefined) return value;
  const escaped = encodeURIComponent(value.toWellFormed());
  return isInHost.test(before) ? escaped.replace(/%(?:3A|5B|5D)/g, decodeURIComponent) : escaped;
}

/** Keeps the colons and brackets of ports and IPv6 addresses. Other special characters are invalid in a host. */
const isInHost = /^[a-z][a-z\d+.-]*:\/\/[^/?#\\]*$/i;
