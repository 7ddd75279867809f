import type { PickerCandidate, PickerPart, PickerPartName } from '@parley/contract';

interface PartWords {
  label: string;
  /** Purpose of the part. */
  about: string;
  /** What Parley does if the suite does not set the part. */
  byItself: string;
  kind: PickerCandidate['kind'];
  noCandidates: string;
}

export const partWords: Record<PickerPartName, PartWords> = {
  open: {
    label: 'Opens the chat',
    about: 'What to click before the chat can be used: a cookie banner, then a launcher.',
    byItself: 'Parley refuses cookies and clicks the launcher if it recognizes them.',
    kind: 'control',
    noCandidates: 'There is nothing to click on the page.',
  },
  input: {
    label: 'Message field',
    about: 'Where messages are typed.',
    byItself: 'Parley looks for the field each time it opens the page.',
    kind: 'field',
    noCandidates: 'There is no text field on the page. Open the chat first.',
  },
  send: {
    label: 'Send button',
    about: 'What to click after a message is typed.',
    byItself: 'Parley presses Enter, and the send button if the text stays in the field.',
    kind: 'control',
    noCandidates: 'There is nothing to click on the page.',
  },
  reply: {
    label: 'Bot messages',
    about: 'Where replies are read.',
    byItself: 'Parley reads what appears next to the field and isn’t your own message.',
    kind: 'message',
    noCandidates: 'There are no messages yet. Send a test message first.',
  },
};

const notFound: Record<PickerPartName, string> = {
  open: 'Nothing was clicked',
  input: 'Not found',
  send: 'None: Parley presses Enter',
  reply: 'Not found',
};

/** Describes the state of a part in one line. */
export function statusOf({ part, source, name, selectors, matches }: PickerPart): string {
  if (source === 'none') return notFound[part];
  const what = name || selectors.join(', ');
  if (source === 'found') return part === 'open' ? `Clicked: ${what}` : `Found: ${what || 'yes'}`;
  if (part === 'open') return `Chosen: ${selectors.join(', then ')}`;
  const count = matches === 1 ? '1 element' : `${matches} elements`;
  return `Chosen: ${name || selectors.join(', ')} (${count})`;
}
