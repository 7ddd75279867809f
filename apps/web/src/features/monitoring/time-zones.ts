/** Time zones that this browser can offer. The server checks whether it knows the chosen one. */
export const timeZones: readonly string[] = ['UTC', ...Intl.supportedValuesOf('timeZone')];
