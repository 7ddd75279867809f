/**
 * The logic of the demo bot: a small bank assistant, as a pure function of the conversation's state and the customer's message.
 * It uses neither the network nor a clock.
 *
 * Two topics are unreliable on purpose, so that a test can fail and another one can be flaky: the interest on a loan is always
 * wrong, and exchange rates are sometimes not available.
 */

export interface Message {
  text: string;
  buttons?: { title: string }[];
}

/** The state of a conversation: the last question of the assistant that needs an answer. */
export type Topic =
  | { kind: 'start' }
  | { kind: 'balance' }
  | { kind: 'block-card' }
  | { kind: 'transfer-recipient' }
  | { kind: 'transfer-amount'; recipient: string }
  | { kind: 'transfer-confirmation'; recipient: string; amount: string };

export interface Turn {
  topic: Topic;
  messages: Message[];
}

const start: Topic = { kind: 'start' };

const accounts = new Map([
  ['checking', 'Your checking account holds $1,284.50.'],
  ['savings', 'Your savings account holds $9,310.00.'],
]);

const openingHours =
  'Our branches are open Monday to Friday from 9 am to 5 pm. They are closed at weekends.';

const exchangeRate = 'One euro buys 1.08 dollars today.';

const noExchangeRate = 'Exchange rates are not available at the moment. Please try again later.';

/** Every question about exchange rates whose number is a multiple of this is not answered. */
export const ratesFailEvery = 4;

export const asksForRates = (text: string) => /\bexchange rates?\b/i.test(text);

const loans = 'A loan of up to $20,000 is paid back within 5 years.';

/** Wrong on purpose: the bank advertises 5 percent. */
const loanInterest = 'The interest on our loans is 8 percent a year.';

/** Greets the customer before the first message. */
export function greet(): Turn {
  return turn(
    start,
    say('Welcome to Parley Bank.'),
    ask('How can I help you?', ['Balance', 'Block my card', 'Opening hours', 'Transfer money']),
  );
}

/** Returns the assistant's reply to `text`. An empty text means that the customer has not spoken yet. */
export function answer(topic: Topic, text: string, areRatesKnown = true): Turn {
  const words = text.trim();
  if (words === '') return greet();
  if (/\b(cancel|start over|never ?mind)\b/i.test(words)) {
    return turn(
      start,
      ask('All right, we start over. What else can I do?', ['Balance', 'Transfer money']),
    );
  }
  switch (topic.kind) {
    case 'start':
      return openTopic(words, areRatesKnown);
    case 'balance':
      return tellBalance(words);
    case 'block-card':
      return confirmBlock(words);
    case 'transfer-recipient':
      return turn(
        { kind: 'transfer-amount', recipient: words },
        say(`How much do you want to send to ${words}?`),
      );
    case 'transfer-amount':
      return takeAmount(topic.recipient, words);
    case 'transfer-confirmation':
      return confirmTransfer(topic, words);
  }
}

function openTopic(words: string, areRatesKnown: boolean): Turn {
  if (asksForRates(words)) return turn(start, say(areRatesKnown ? exchangeRate : noExchangeRate));
  if (/\binterest\b/i.test(words)) return turn(start, say(loanInterest));
  if (/\bloans?\b/i.test(words)) return turn(start, say(loans));
  if (/\bbalance\b/i.test(words)) {
    for (const account of accounts.keys())
      if (words.toLowerCase().includes(account)) return tellBalance(words);
    return turn({ kind: 'balance' }, ask('Which account do you mean?', ['Checking', 'Savings']));
  }
  if (/\b(block|lost|stolen)\b/i.test(words)) {
    return turn(
      { kind: 'block-card' },
      say('I can block your card ending in 4821.'),
      ask('Shall I block it now?', ['Yes', 'No']),
    );
  }
  if (/\b(hours|open)\b/i.test(words)) return turn(start, say(openingHours));
  if (/\b(transfer|send)\b/i.test(words)) {
    return turn({ kind: 'transfer-recipient' }, say('Who do you want to send money to?'));
  }
  if (/^(hi|hello|hey|good (morning|afternoon|evening))\b/i.test(words)) return greet();
  if (/\b(bye|thanks|thank you)\b/i.test(words)) {
    return turn(start, say('Thank you for banking with us. Goodbye!'));
  }
  return turn(
    start,
    ask("Sorry, I didn't understand that. You can ask for one of these.", [
      'Balance',
      'Block my card',
      'Opening hours',
      'Transfer money',
    ]),
  );
}

function tellBalance(words: string): Turn {
  for (const [account, balance] of accounts) {
    if (words.toLowerCase().includes(account)) {
      return turn(start, say(balance), say('Is there anything else?'));
    }
  }
  return turn(
    { kind: 'balance' },
    ask("I don't know that account. Please choose one of these.", ['Checking', 'Savings']),
  );
}

function confirmBlock(words: string): Turn {
  if (isYes(words)) {
    return turn(start, say('Your card ending in 4821 is blocked. A new one arrives in 5 days.'));
  }
  if (isNo(words)) return turn(start, say('Fine, your card stays active.'));
  return turn(
    { kind: 'block-card' },
    ask('Please answer yes or no. Shall I block it?', ['Yes', 'No']),
  );
}

function takeAmount(recipient: string, words: string): Turn {
  const digits = /\d[\d,]*(?:\.\d{1,2})?/.exec(words)?.[0].replaceAll(',', '');
  const amount = digits === undefined ? 0 : Number(digits);
  const topic: Topic = { kind: 'transfer-amount', recipient };
  if (amount <= 0) return turn(topic, say('Please tell me an amount, for example 50.'));
  if (amount > 1284.5)
    return turn(topic, say('That is more than your account holds. Which smaller amount?'));
  const dollars = `$${amount.toFixed(2)}`;
  return turn(
    { kind: 'transfer-confirmation', recipient, amount: dollars },
    ask(`Send ${dollars} to ${recipient}?`, ['Yes', 'No']),
  );
}

function confirmTransfer(topic: Topic & { kind: 'transfer-confirmation' }, words: string): Turn {
  if (isYes(words)) {
    return turn(start, say(`Done: ${topic.amount} is on its way to ${topic.recipient}.`));
  }
  if (isNo(words)) return turn(start, say('Nothing was sent.'));
  return turn(topic, ask('Please answer yes or no. Shall I send it?', ['Yes', 'No']));
}

const isYes = (words: string) => /^(y|yes|yeah|yep|sure|ok|okay|please do)\b/i.test(words);
const isNo = (words: string) => /^(n|no|nope|don't|do not)\b/i.test(words);

const say = (text: string): Message => ({ text });
const ask = (text: string, choices: string[]): Message => ({
  text,
  buttons: choices.map((title) => ({ title })),
});
const turn = (topic: Topic, ...messages: Message[]): Turn => ({ topic, messages });
