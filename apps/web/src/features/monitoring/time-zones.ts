/** Time zones that this browser knows. The server validates the selected one. */
export const timeZones: readonly string[] = ['UTC', ...Intl.supportedValuesOf('timeZone')];
