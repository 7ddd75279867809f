/** The zones that this browser knows, for choosing; the server says whether it knows one, too. */
export const timeZones: readonly string[] = ['UTC', ...Intl.supportedValuesOf('timeZone')];
