/** Distinguishes choices that a bot offers from clickable messages, if only their looks suggest a button. Needs no browser. */
import type { Block, Room } from './room.ts';
import { plain, type TurnStart, tellTurn } from './tell-turn.ts';

/**
 * Turns a possible choice into a message if it looks like other messages, or if it is new and the bot would otherwise have said
 * nothing. The remaining choices are buttons, and their text is not part of a message.
 */
export function tellChoices(room: Room, start: TurnStart): Room {
  const isOpen = room.blocks.some(({ choice }) => choice !== undefined);
  if (!isOpen) return room;
  const messages = room.blocks.filter(({ choice }) => choice === undefined);
  const styles = new Set([
    ...messages.map(({ style }) => style),
    ...start.botStyles,
    ...start.personStyles,
  ]);
  const echo = echoIn(room, start);
  const hasLooks = (block: Block) => styles.has(block.style) || block === echo;
  const told = settled(room, hasLooks);
  if (saysAnything(told, start)) return told;
  const all = settled(room, (block) => hasLooks(block) || !start.seen.has(block.key));
  return saysAnything(all, start) ? all : told;
}

/** Finds the person's own message among the choices; it appears before any choice that the bot offers. */
function echoIn(room: Room, { utterance, seen }: TurnStart): Block | undefined {
  if (utterance === undefined) return undefined;
  const same = room.blocks.filter(
    ({ key, text }) => !seen.has(key) && plain(text) === plain(utterance),
  );
  return same.some(({ choice }) => choice === undefined) ? undefined : same[0];
}

function saysAnything(room: Room, start: TurnStart): boolean {
  const { bot, unsure } = tellTurn(room, start);
  return bot.length + unsure.length > 0;
}

/** Turns these choices into messages. The remaining choices keep their numbers. */
function settled(room: Room, isMessage: (block: Block) => boolean): Room {
  const said = new Set(
    room.blocks
      .filter((block) => block.choice !== undefined && isMessage(block))
      .map(({ choice }) => choice),
  );
  return {
    ...room,
    blocks: room.blocks.map(({ choice, ...block }) =>
      choice === undefined || said.has(choice) ? block : { ...block, choice },
    ),
    buttons: room.buttons.filter(({ id }) => !said.has(id)),
  };
}
