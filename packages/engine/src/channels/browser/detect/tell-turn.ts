/**
 * Determines what the bot said in a turn from what is displayed. Separates it from the person's messages and from earlier
 * content. Needs no browser.
 */
import type { ShownReply } from '../read-replies.ts';
import type { Block, Room } from './room.ts';

/** State of the conversation when a turn begins. */
export interface TurnStart {
  /** Text that was displayed when the turn began, by key of its block. */
  seen: ReadonlyMap<string, string>;
  /** Text that was typed or pressed. Absent before the first turn and once the turn was read. */
  utterance?: string | undefined;
  /** True if the utterance is the title of a button, which may still be displayed beside the person's message. */
  isPressed?: boolean | undefined;
  /** Styles of messages of the person and of the bot in earlier turns. */
  personStyles: ReadonlySet<string>;
  botStyles: ReadonlySet<string>;
  /** True if messages of the person have been displayed so far. */
  showsPerson: boolean;
}

export interface ToldTurn {
  bot: Block[];
  /** The person's own message, if it is displayed. */
  echo: Block[];
  /** Short texts near the person's message, or aligned like it. They count as the person's if the bot says something else. */
  aside: Block[];
  /** Texts that could be the person's or the bot's. */
  unsure: Block[];
}

/** Reduces a text to letters and digits, because widgets reformat what was typed. */
export function plain(text: string): string {
  const letters = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return letters === '' ? text.trim() : letters;
}

const clock =
  /^(\p{L}{2,9}\.?,? )?(\d{1,2}[:.]\d{2}( ?[ap]\.?m\.?)?|\d{1,2}[./-]\d{1,2}([./-]\d{2,4})?|\d{4}-\d{2}-\d{2})([ ,|]+\d{1,2}:\d{2}(:\d{2})?( ?[ap]\.?m\.?)?)?$/iu;
const status =
  /^(you|me|i|du|ich|sie|vous|moi|tú|yo|eu|you (said|say)|just now|now|today|yesterday|heute|gestern|jetzt|gerade eben|hoy|ahora|aujourd.hui|[a-z]+ (seconds?|minutes?) ago|\d+ ?(s|sec|seconds?|m|min|minutes?|h) ?(ago)?|vor \d+ (sekunden|minuten)|sent( at.*| just now)?|sending( …|\.*)?|delivered|read|seen|gesendet|zugestellt|gelesen|enviado|leído|envoyé|lu|connecting|connected|online|copy|retry|edited|new messages?|✓+)( ?[·•|:]? ?\d{1,2}[:.]\d{2}.*)?[.:…]*$/iu;

/** @returns true for times, names of the person and delivery states, which surround messages but are not messages */
const isMeta = (text: string): boolean => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line === '' || clock.test(line) || status.test(line) || /^[\p{P}\p{S}\s]$/u.test(line);
};

/** Finds the person's message among new blocks. */
function findEcho(
  fresh: readonly Block[],
  utterance: string,
): { at: number; length: number } | undefined {
  const wanted = plain(utterance);
  for (const [at] of fresh.entries()) {
    let joined = '';
    for (let length = 1; length <= 20 && at + length <= fresh.length; length += 1) {
      joined = plain(`${joined} ${fresh[at + length - 1]?.text}`);
      if (joined === wanted) return { at, length };
      if (!wanted.startsWith(joined)) break;
    }
    const text = plain(fresh[at]?.text ?? '');
    if (!` ${text} `.includes(` ${wanted} `)) continue;
    const rest = (fresh[at]?.text ?? '')
      .replace(utterance, '\n')
      .split('\n')
      .map((line) => line.trim());
    if (rest.length > 1 && rest.every(isMeta)) return { at, length: 1 };
  }
  return undefined;
}

function sharedDepth(a: readonly number[], b: readonly number[]): number {
  let depth = 0;
  while (depth < a.length && depth < b.length && a[depth] === b[depth]) depth += 1;
  return depth;
}

/** @returns true if the block is on the side where the person's messages usually are */
function isSetOff({ left, right }: Block, isRightToLeft: boolean): boolean {
  const [start, end] = isRightToLeft ? [right, left] : [left, right];
  return start > 40 && end < start / 2;
}

/** Finds the blocks that are new since the turn began, and those of them that were only redrawn. */
function freshBlocks(room: Room, { seen }: TurnStart): { fresh: Block[]; redrawn: Set<Block> } {
  const gone = new Map<string, number>();
  const count = (text: string, by: number) => gone.set(text, (gone.get(text) ?? 0) + by);
  for (const text of seen.values()) count(text, 1);
  const isKnown = ({ key, text }: Block) => {
    const before = seen.get(key);
    return before !== undefined && before !== '' && text.startsWith(before);
  };
  for (const block of room.blocks) if (isKnown(block)) count(seen.get(block.key) ?? '', -1);
  const fresh = room.blocks.filter(
    (block) => !isKnown(block) && !block.isTyping && block.choice === undefined,
  );
  const redrawn = new Set<Block>();
  for (const block of fresh) {
    if ((gone.get(block.text) ?? 0) <= 0) continue;
    count(block.text, -1);
    redrawn.add(block);
  }
  return { fresh, redrawn };
}

export function tellTurn(room: Room, start: TurnStart): ToldTurn {
  const { fresh, redrawn } = freshBlocks(room, start);
  const { utterance } = start;
  // Redrawn blocks are left out, because an older message can have the same words.
  const candidates = fresh.filter((block) => !redrawn.has(block));
  if (utterance === undefined) {
    return {
      bot: candidates.filter(({ text, images }) => !isMeta(text) || images.length > 0),
      echo: [],
      aside: [],
      unsure: [],
    };
  }
  const among = start.isPressed
    ? lastOf(candidates, utterance, start)
    : findEcho(candidates, utterance);
  const found = among ?? lastEcho(fresh, utterance, redrawn);
  if (!found) return withoutEcho(candidates, start, utterance, room);
  const list = among ? candidates : fresh;
  const echo = list.slice(found.at, found.at + found.length);
  const last = echo.at(-1) as Block;
  const after = fresh.slice(fresh.indexOf(last) + 1);
  // Some lists show the newest message first.
  const isUpward = after.length === 0 && isAbove(room, last, start);
  const said = isUpward
    ? candidates.filter((block) => fresh.indexOf(block) < fresh.indexOf(echo[0] as Block))
    : after;
  return partsOfOthers(said, last, room, start, echo);
}

/** Finds the person's message after pressing a button. A button with the same words comes before it, and a reply after it. */
function lastOf(fresh: readonly Block[], utterance: string, start: TurnStart) {
  const isSame = ({ text }: Block) => plain(text) === plain(utterance);
  const isPerson = ({ style }: Block) =>
    start.personStyles.has(style) && !start.botStyles.has(style);
  const hers = fresh.findLastIndex((block) => isSame(block) && isPerson(block));
  const at = hers < 0 ? fresh.findLastIndex(isSame) : hers;
  return at < 0 ? findEcho(fresh, utterance) : { at, length: 1 };
}

/** Finds a message of the person that repeats an earlier one in a list that was redrawn. */
function lastEcho(fresh: Block[], utterance: string, redrawn: Set<Block>) {
  if (redrawn.size === 0) return undefined;
  const at = fresh.findLastIndex(({ text }) => plain(text) === plain(utterance));
  return at < 0 ? undefined : { at, length: 1 };
}

/** @returns true if older messages are displayed below the person's message */
function isAbove(room: Room, echo: Block, { seen }: TurnStart): boolean {
  const at = room.blocks.indexOf(echo);
  return (
    room.blocks.slice(at + 1).some(({ key }) => seen.has(key)) &&
    !room.blocks.slice(0, at).some(({ key, text }) => seen.get(key) === text)
  );
}

/** Separates the time, name and state of the person's message from what the bot said. */
function partsOfOthers(
  said: Block[],
  echo: Block,
  room: Room,
  start: TurnStart,
  echoes: Block[],
): ToldTurn {
  const isEchoSetOff = isSetOff(echo, room.isRightToLeft);
  const others = room.blocks.filter(({ key }) => start.seen.has(key));
  // If all messages are set off, the side says nothing about their author.
  const tells =
    isEchoSetOff &&
    !(others.length > 1 && others.every((block) => isSetOff(block, room.isRightToLeft)));
  const bot: Block[] = [];
  const aside: Block[] = [];
  const unsure: Block[] = [];
  for (const block of said) {
    if (isMeta(block.text) && block.images.length === 0) continue;
    const isSame = start.personStyles.has(block.style) && !start.botStyles.has(block.style);
    const looksLikePerson =
      tells &&
      ((isSetOff(block, room.isRightToLeft) && !start.botStyles.has(block.style)) ||
        (isSame && block.style !== ''));
    // The bot may have said a longer text, and a forbidden word may be in it.
    if (looksLikePerson) (block.text.length > shortTextLength ? unsure : aside).push(block);
    else if (isPartOf(block, echo, room)) aside.push(block);
    else bot.push(block);
  }
  return withoutLoneFace({ bot, echo: echoes, aside, unsure });
}

/** Ignores an avatar or a name that appears before its message. */
function withoutLoneFace(told: ToldTurn): ToldTurn {
  const { bot, aside } = told;
  const isLone = bot.every(
    ({ text, images }) =>
      images.length === 0 && (names.test(text.trim()) || /^\p{Lu}{1,2}$/u.test(text.trim())),
  );
  return isLone ? { ...told, bot: [], aside: [...aside, ...bot] } : told;
}

/** Maximum characters of a name, a time or a state beside a message. */
const shortTextLength = 40;

/** @returns true if the block is part of the person's message: no other block of the list is as close to it */
function isPartOf(block: Block, echo: Block, room: Room): boolean {
  const depth = sharedDepth(block.path, echo.path);
  const closest = Math.max(
    0,
    ...room.blocks
      .filter(({ key }) => key !== echo.key && key !== block.key)
      .map(({ path }) => sharedDepth(path, echo.path)),
  );
  return depth > closest && room.blocks.length > 2 && block.text.length <= shortTextLength;
}

function withoutEcho(fresh: Block[], start: TurnStart, utterance: string, room: Room): ToldTurn {
  const wanted = ` ${plain(utterance)} `;
  const bot: Block[] = [];
  const unsure: Block[] = [];
  const echo: Block[] = [];
  for (const block of fresh) {
    if (isMeta(block.text) && block.images.length === 0) continue;
    const repeats = ` ${plain(block.text)} `.includes(wanted);
    const isPerson = start.personStyles.has(block.style) && !start.botStyles.has(block.style);
    const isBot = start.botStyles.has(block.style) && !start.personStyles.has(block.style);
    if (isPerson) echo.push(block);
    else if (isBot) bot.push(block);
    else if (repeats || (isSetOff(block, room.isRightToLeft) && start.showsPerson))
      unsure.push(block);
    else bot.push(block);
  }
  return withoutLoneFace({ bot, echo, aside: [], unsure });
}

const names =
  /^(the )?(bot|chat ?bot|assistant|virtual assistant|ai|ai assistant|agent|support|bank|operator|system|them|(bot|assistant|agent) (said|says))[:.]?$/iu;

/** @returns true for an avatar, a name or a time beside a message */
function isLabel(block: Block, others: readonly Block[], room: Room): boolean {
  if (isMeta(block.text) || names.test(block.text.trim())) return true;
  if (block.text.length > 2 || !/^\p{Lu}+$/u.test(block.text)) return false;
  // The letters of an avatar are beside the text, not above it.
  return others.every(
    ({ left, right }) => room.width - block.right <= left || block.left >= room.width - right,
  );
}

function replyOf(item: readonly Block[], room: Room): ShownReply {
  const told = item.filter((block) => {
    const others = item.filter((other) => other !== block && other.text !== '');
    return others.length === 0 || !isLabel(block, others, room);
  });
  const kept = told.length > 0 ? told : item;
  return {
    isSeen: false,
    text: kept
      .map(({ text }) => text)
      .filter((text) => text !== '')
      .join('\n'),
    buttons: [],
    images: kept.flatMap(({ images }) => images),
    links: kept.flatMap(({ links }) => links),
  };
}

/** Groups the bot's texts into messages: all texts of one list item form one message. */
export function repliesOf(told: ToldTurn, room: Room, start: TurnStart): ShownReply[] {
  const around = [...told.echo, ...room.blocks.filter(({ key }) => start.seen.has(key)).slice(-20)];
  const depthOf = (block: Block) =>
    Math.max(0, ...around.map(({ path }) => sharedDepth(path, block.path)));
  const items: Block[][] = [];
  let last: number | undefined;
  for (const block of told.bot) {
    const item = around.length === 0 ? 0 : block.path[depthOf(block)];
    const open = items.at(-1);
    if (open && item !== undefined && item === last) open.push(block);
    else items.push([block]);
    last = item;
  }
  const replies = items.map((item) => replyOf(item, room));
  const isWhole = ({ text, images }: ShownReply) => images.length > 0 || !names.test(text.trim());
  return replies.some(isWhole) ? replies.filter(isWhole) : replies;
}
