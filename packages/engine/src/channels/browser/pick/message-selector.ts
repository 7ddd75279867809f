import { reacts } from '../widget.ts';
import { isSame, type PickedElement, selectorsIn } from './find-selector.ts';
import { type MessageSelectors, messageSelectors } from './message-selectors.ts';
import { PickRefused } from './picker-view.ts';

interface Messages {
  field: number;
  said: string[];
  replies: string[];
}

const refusals: Record<MessageSelectors['refusal'], string> = {
  none: '',
  yours: 'This is your own message, or has the same words. Choose one of the bot’s messages.',
  wide: 'This is more than one message. Choose the text of a single message from the bot.',
  outside: 'The messages of this chat are somewhere else.',
  empty: 'There is no text here. Choose the text of one of the bot’s messages.',
};

/**
 * Finds a selector that matches the clicked message and no message of the person.
 *
 * @throws PickRefused if there is none
 */
export async function messageSelector(
  { frame, element }: PickedElement,
  messages: Messages,
): Promise<string> {
  const read = (await reacts(
    element.evaluate(messageSelectors, messages),
  )) as MessageSelectors | null;
  const refusal = refusals[read?.refusal ?? 'none'];
  if (refusal) throw new PickRefused(refusal);
  for (const way of selectorsIn(read?.selectors)) {
    const located = frame.locator(`css=${way}`).filter({ visible: true });
    const matches = await located.elementHandles().catch(() => []);
    if (matches.length === 0 || matches.length > 300) continue;
    const texts = await located.allInnerTexts().catch(() => []);
    // The texts are read from outside the page's scripts, so the page cannot have changed them.
    const isPersons = texts.some((text) => messages.said.includes(plain(text)));
    if (isPersons || texts.length !== matches.length) continue;
    const isMeant = await Promise.all(
      matches.map(
        async (match) =>
          (await isSame(match, element)) ||
          match.evaluate((outer, inner) => outer.contains(inner as Node), element),
      ),
    );
    if (isMeant.includes(true)) return way;
  }
  throw new PickRefused(
    'Parley can’t write a selector that matches the bot’s messages but not yours. Leave it to Parley, or ask a developer of the page.',
  );
}

const plain = (text: string) => text.replace(/\s+/g, ' ').trim();
