/**
 * The menu of the mock IVR: what it says, depending on what is pressed or said. Tests and documents rely on prompts that a
 * recognizer with the general language model of its package understands when flite speaks them.
 */
export interface MenuState {
  prompt: string;
  /** Next state for each key or sequence of keys. */
  keys?: Record<string, string>;
  /** Target of any other key. */
  otherwise?: string;
  /** State that follows after the caller's words were played back. */
  echoesThen?: string;
  /** Says goodbye and hangs up. */
  isEnd?: boolean;
}

export const bankMenu: Record<string, MenuState> = {
  greeting: {
    prompt: 'Welcome to Acme bank. For your balance press one. For opening hours press two.',
    keys: { 1: 'account', 2: 'hours', 3: 'echo', 0: 'goodbye' },
    otherwise: 'unknown',
  },
  account: {
    prompt: 'Please enter your account number, followed by the pound key.',
    keys: { '1234#': 'balance' },
    otherwise: 'noAccount',
  },
  balance: {
    prompt: 'Your current balance is one hundred and twenty five dollars.',
    keys: { 9: 'greeting', 0: 'goodbye' },
    otherwise: 'unknown',
  },
  noAccount: {
    prompt: 'There is no such account.',
    keys: { 9: 'greeting', 0: 'goodbye' },
    otherwise: 'unknown',
  },
  hours: {
    prompt: 'We are open every day until five.',
    keys: { 9: 'greeting', 0: 'goodbye' },
    otherwise: 'unknown',
  },
  echo: { prompt: 'Please tell me what you would like to do.', echoesThen: 'greeting' },
  unknown: {
    prompt: 'Sorry, there is nothing on that key.',
    keys: { 1: 'account', 2: 'hours', 3: 'echo', 9: 'greeting', 0: 'goodbye' },
    otherwise: 'unknown',
  },
  goodbye: { prompt: 'Thank you for calling. Goodbye.', isEnd: true },
};

/** The menu with a deliberate mistake: it states a wrong balance. */
export const mistakenMenu: Record<string, MenuState> = {
  ...bankMenu,
  balance: {
    ...bankMenu.balance,
    prompt: 'Your current balance is three hundred and twenty five dollars.',
  },
};
