import { fillTemplate, type Values } from './template.ts';

/**
 * Fills in the template of an address. A value at its beginning may be the beginning of an address; one in the host may include
 * a port; one after the host stays within its part of the path or the query, whatever it contains.
 */
export const fillAddress = (template: string, values: Values): string =>
  fillTemplate(template, values, escapeAt);

/** Escapes a value for its place in an address; `before` is the address before it. */
export function escapeAt(value: string, before: string | undefined): string {
  if (before === undefined) return value;
  const escaped = encodeURIComponent(value.toWellFormed());
  return isInHost.test(before) ? escaped.replace(/%(?:3A|5B|5D)/g, decodeURIComponent) : escaped;
}

/**
 * Ports and IPv6 addresses have colons and brackets. A host with other special characters is
 * invalid.
 */
const isInHost = /^[a-z][a-z\d+.-]*:\/\/[^/?#\\]*$/i;
