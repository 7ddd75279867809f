/** English words that menus and recorders use. They are evidence only next to timing and tones. */

const key =
  '(?:zero|one|two|three|four|five|six|seven|eight|nine|star|pound|hash|\\d|(?:any|the|a) key)';

const choices = [
  new RegExp(
    // "the four digit code" is no choice of four.
    `\\b(?:press|push|dial|enter|select|choose|hit)(?: or say)? (?:the )?(?:number )?${key}\\b(?! digits?\\b)`,
    'i',
  ),
  /\bpress\b[^.]*\bto\b/i,
  /\b(?:main menu|following options|listen carefully|menu options|your extension)\b/i,
  /\bsay\b[^.]*\bor\b/i,
];

/** The key that ends an input: "followed by the pound key", "then press star". It is no choice. */
const endOfInput =
  /\b(?:followed by|(?:and |and then |then )press)(?: the)? (?:pound|hash|star)(?: key| sign)?\b/gi;

const value =
  '(?:number|numbers|digits?|code|pin|password|passcode|pass code|zip|date|birthday|amount|id)';
const inputs = [
  new RegExp(
    `\\b(?:enter|re-?enter|type in|key in|input|punch in)(?: or say)? (?:your|the|a|an)\\b(?: [\\w']+){0,6}? ${value}\\b`,
    'i',
  ),
  /\bfollowed by the (?:pound|hash|star)\b/i,
];

/** A choice to enter something: "to enter another number, press one". */
const choiceOfInput =
  /\bto (?:enter|re-?enter|type in|key in|input)\b[^.]{0,80}?\b(?:press|push|dial|say|select|choose)\b/gi;

/** @returns true if the text asks for digits, such as an account number */
export const asksForInput = (text: string): boolean => {
  const rest = text.replaceAll(choiceOfInput, ' press');
  return inputs.some((one) => one.test(rest));
};

/** @returns true if text with gaps asks for digits, whatever the missing words are: not "to enter your number, press one" */
export const asksSurelyForInput = (text: string): boolean =>
  asksForInput(text) &&
  /\b(?:please|then|now) (?:re-?enter|enter|type in|key in)\b|\bfollowed by the (?:pound|hash|star)\b/i.test(
    text,
  );

/** @returns true if the text may ask for digits, even where only a part of it was understood */
export const mayAskForInput = (text: string): boolean =>
  asksForInput(text) || /\b(?:enter|key in|digits?|pound key|hash key)\b/i.test(text);

/** @returns true if the text offers a choice of keys or words */
export const offersChoices = (text: string): boolean => {
  const rest = text.replaceAll(endOfInput, ' ');
  return choices.some((one) => one.test(rest));
};

const message = '(?:\\w+ ){0,3}(?:message|voice ?mail|mail ?box)\\b';

/** Clauses of menus that speak of messages: "to leave a message, press two", "press two to leave a message". */
const choiceOfMessage = new RegExp(
  `\\b(?:to|for) ${message}[^.]{0,30}?\\b(?:press|push|dial|say|enter|select|choose) \\w+|\\b(?:press|push|dial|say|enter|select|choose) ${key} (?:to|for) ${message}`,
  'gi',
);

const recorder =
  /\b(?:voice ?mail|mail ?box|(?:leave|record) (?:a|your|me a|us a)(?: \w+)? ?message|after the (?:tone|beep)|at the (?:tone|beep)|(?:can't|cannot|can not|unable to) (?:come to|take|answer)|not available (?:to take|right now)|not able to take)\b/i;

/** @returns true if the text asks for a message, other than by a choice in a menu */
export const asksForMessage = (text: string): boolean =>
  recorder.test(text.replaceAll(choiceOfMessage, ' '));

/**
 * @returns true if text with gaps asks for a message, whatever the missing words are. "Leave a message" and "voicemail" may be
 * choices whose keys were not understood.
 */
export const asksSurelyForMessage = (words: { text: string; sureText: string }): boolean =>
  /\b(?:after|at) the (?:tone|beep)\b/i.test(words.sureText) && !mayOfferChoices(words.text);

/** @returns true if the text may belong to a menu, even where only a part of it was understood */
export const mayOfferChoices = (text: string): boolean =>
  offersChoices(text) ||
  /\b(?:press|option|options|menu)\b/i.test(text.replaceAll(endOfInput, ' '));
