/** The content of the message area: runs of text in the order of the document. */

export interface Block {
  /** Number of the element, and of the run of text within it. */
  key: string;
  text: string;
  /** Numbers of the enclosing elements, the outermost first. */
  path: number[];
  /** Element names, classes and colors, which messages of one person share. */
  style: string;
  /** Distances to the edges of the message area, in pixels. */
  left: number;
  right: number;
  images: { url: string; title: string }[];
  links: { url: string; title: string }[];
  /** True if it is in a typing indicator. */
  isTyping: boolean;
  /** Author of the message, according to the preset of the page. */
  mark?: 'reply' | 'person' | 'both';
  /** Number of the button, if the block looks like one but could also be a clickable message. */
  choice?: number;
}

export interface RoomButton {
  id: number;
  title: string;
  /** True if it is among the messages, not a control of the widget. */
  isInLog: boolean;
  path: number[];
}

export interface Room {
  /** True if text runs from right to left. */
  isRightToLeft: boolean;
  /** Width of the message area, in pixels. */
  width: number;
  /** Current text in the message field. */
  typed: string;
  blocks: Block[];
  buttons: RoomButton[];
  /** Elements that indicate that somebody is typing, or that the page is busy. */
  typing: number[];
  /** Elements that only suggest that the bot has not finished, by their names or because the field is locked. */
  unfinished: number[];
  /** Elements with text still scaled to zero size. */
  coming: number[];
}

export const roomLimits = { blocksMax: 400, pathMax: 40 } as const;

/** Checks that the page's scripts have not tampered with the result. */
export function isRoom(read: unknown, lengthMax: number): read is Room {
  const room = read as Room | null;
  return (
    typeof room?.typed === 'string' &&
    isListOf(room.blocks, (block: Partial<Block> | null) => {
      const texts = [block?.key, block?.style];
      return (
        texts.every((text) => typeof text === 'string' && text.length <= 1_000) &&
        typeof block?.text === 'string' &&
        block.text.length <= lengthMax &&
        (block.choice === undefined || Number.isInteger(block.choice)) &&
        [undefined, 'reply', 'person', 'both'].includes(block.mark) &&
        isListOf(block.path, Number.isInteger) &&
        isListOf(block.images, isLink) &&
        isListOf(block.links, isLink)
      );
    }) &&
    isListOf(
      room.buttons,
      (button: Partial<RoomButton> | null) =>
        Number.isInteger(button?.id) &&
        isText(button?.title) &&
        isListOf(button?.path, Number.isInteger),
    ) &&
    isListOf(room.typing, Number.isInteger) &&
    isListOf(room.unfinished, Number.isInteger) &&
    isListOf(room.coming, Number.isInteger)
  );
}

const isListOf = <T>(read: unknown, holds: (item: T) => boolean): boolean =>
  Array.isArray(read) &&
  read.length <= roomLimits.blocksMax &&
  read.every((item: T) => holds(item));

const isText = (text: unknown): boolean => typeof text === 'string' && text.length <= 2_000;

const isLink = (link: { url?: unknown; title?: unknown } | null): boolean =>
  isText(link?.url) && isText(link?.title);
