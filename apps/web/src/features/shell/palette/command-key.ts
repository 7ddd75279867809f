const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Shortcut with this platform's command key: "⌘K" or "Ctrl+K". */
export const commandKey = (key: string): string => `${isMac ? '⌘' : 'Ctrl+'}${key}`;
