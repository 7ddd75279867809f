const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** A key pressed with the command key of this machine: "⌘K" or "Ctrl+K". */
export const commandKey = (key: string): string => `${isMac ? '⌘' : 'Ctrl+'}${key}`;
