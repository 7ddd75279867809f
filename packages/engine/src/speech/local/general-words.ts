/**
 * Words of which one is easily said for another, and which matter: no one of them is expected more than
 * the others, or a wrong amount would be heard as the right one.
 */
const alike = [
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety',
  'hundred thousand million',
  'first second third fourth fifth',
  'monday tuesday wednesday thursday friday saturday sunday',
  'january february march april may june july august september october november december',
  'not now',
  'open closed',
  'can cannot',
  'yes no',
  'accepted rejected',
  'available unavailable',
  'dollars euros pounds cents',
].map((line) => line.split(' '));

/** The word itself where there is none like it. */
export const wordsLike = (word: string): string[] =>
  alike.find((words) => words.includes(word)) ?? [word];

/** Words that telephone lines say whatever they are about: what is heard where the expected was not said. */
const lists = [
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen',
  'seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million oh',
  'first second third fourth fifth monday tuesday wednesday thursday friday saturday sunday today tomorrow yesterday',
  'january february march april may june july august september october november december',
  'morning afternoon evening night noon midnight hour hours minute minutes day days week weeks month months year years',
  'dollar dollars cent cents euro euros pound pounds percent dot point dash',
  'a an the this that these those and or but if then so because of to in on at by for from with without about after before',
  'until between over under up down out off again back here there now later soon still already never always not no yes okay',
  'i you he she it we they me him her us them my your his its our their mine yours who what which when where why how',
  'is are was were be been being am do does did done have has had having will would can could shall should may might must',
  'please thank thanks sorry welcome hello hi goodbye bye dear sir madam',
  'press say dial enter key keys star pound hash number numbers digit digits option options menu main previous next repeat return',
  'call calls calling caller line phone telephone operator agent agents representative representatives customer customers service services support help',
  'speak talk listen hear hold wait moment connect connected transfer transferred available unavailable busy closed open opening',
  'account accounts balance card cards credit debit bank payment payments pay paid bill bills billing invoice order orders amount total due',
  'name address email code pin password date birth birthday street city state country zip',
  'appointment appointments booking book reservation cancel cancelled change changed confirm confirmed check checking savings loan loans transaction transactions',
  'information question questions answer problem problems request message voicemail mailbox tone record recorded leave left language english spanish',
  'new old current last good bad right wrong correct more less other another every each all any some none many much most few',
  'want need know get got give take make made go going come find tell try use using like see look let send sent receive received stay start stop end',
  'found valid invalid unable error understand understood heard sure great just only also too very well as than',
];

export const generalWords = (): string[] => [
  ...new Set([...lists.join(' ').split(' '), ...alike.flat()]),
];
