/**
 * Words with the same pronunciation, which no recognizer can distinguish. Groups that contain a number, a negation or a
 * function word are left out on purpose (`two` and `to`, `no` and `know`, `one` and `won`), because a test that expects one of
 * them must not pass with another.
 */
const groups = [
  'their there',
  'right write',
  'male mail',
  'hear here',
  'week weak',
  'wait weight',
  'cent sent',
  'new knew',
  'sea see',
  'son sun',
  'meet meat',
  'piece peace',
  'plane plain',
  'fair fare',
  'board bored',
  'break brake',
  'cell sell',
  'check cheque',
  'gray grey',
  'ok okay',
];

const firstOf = new Map(
  groups.flatMap((group) => {
    const [first = '', ...others] = group.split(' ');
    return others.map((other) => [other, first] as const);
  }),
);

/** One spelling for all words that sound like it. */
export const soundOf = (word: string): string => firstOf.get(word) ?? word;
