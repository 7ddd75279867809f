/** English words that menus and recorders use. They are evidence only next to timing and tones. */

const key =
  '(?:zero|one|two|three|four|five|six|seven|eight|nine|star|pound|hash|\\d|(?:any|the|a) key)';

const choices = [
  new RegExp(
    `\\b(?:press|push|dial|enter|select|choose|hit)(?: or say)? (?:the )?(?:number )?${key}\\b`,
    'i',
  ),
  /\bpress\b[^.]*\bto\b/i,
  /\b(?:main menu|following options|listen carefully|menu options|your extension)\b/i,
  /\b(?:enter|type in|key in) your\b/i,
  /\bsay\b[^.]*\bor\b/i,
];

/** @returns true if the text offers a choice, or asks for keys */
export const offersChoices = (text: string): boolean => choices.some((one) => one.test(text));

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

/** @returns true if the text may belong to a menu, even where only a part of it was understood */
export const mayOfferChoices = (text: string): boolean =>
  offersChoices(text) || /\b(?:press|option|options|menu)\b/i.test(text);
