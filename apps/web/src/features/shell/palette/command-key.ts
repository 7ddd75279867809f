const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Formats a shortcut for this platform: "⌘K" or "Ctrl+K". */
export const commandKey = (key: string): string => `${isMac ? '⌘' : 'Ctrl+'}${key}`;
