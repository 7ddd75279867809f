import { fillTemplate, type Values } from './template.ts';

/**
 * Fills in the template of an address. A value at its beginning stands for the beginning of an address;
 * one in the host may be a host with its port; and one behind the host stays within the part of the path
 * or the query that it stands in, whatever it holds.
 */
export const fillAddress = (template: string, values: Values): string =>
  fillTemplate(template, values, escapeAt);

function escapeAt(value: string, before: string | undefined): string {
  if (before === undefined) return value;
  const escaped = encodeURIComponent(value.toWellFormed());
  return isInHost.test(before) ? escaped.replace(/%(?:3A|5B|5D)/g, decodeURIComponent) : escaped;
}

/** A port and an IPv6 address have colons and brackets. What is left of a host with other signs is none. */
const isInHost = /^[a-z][a-z\d+.-]*:\/\/[^/?#\\]*$/i;
