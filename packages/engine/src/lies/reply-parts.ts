/** Buttons, cards, attachments and links. */
import { type Answer, answers, answersTo } from './bots.ts';
import type { LieCase } from './lie.ts';

const http = 'channel: { kind: http, url: http://127.0.0.1:PORT/ }';

const rasa = `
      configuration:
        channel:
          kind: http
          url: http://127.0.0.1:PORT/webhooks/rest/webhook
          request: '{"sender": "{{conversationId}}", "message": "{{text}}"}'
      ---`;

/** A bot that understands only the values of its buttons. */
const menuOf = (payload: string) =>
  answersTo((text) => {
    if (text === '/affirm') return [{ recipient_id: 'u', text: 'Your order is on its way.' }];
    if (text !== 'Order') return [{ recipient_id: 'u', text: 'I did not understand that.' }];
    const buttons = [{ title: 'Yes, please', payload }];
    return [{ recipient_id: 'u', text: 'Shall I order it?', buttons }];
  });

export const replyParts: LieCase[] = [
  {
    kind: 'honest',
    title: 'a button that sends its value and not its title',
    bot: menuOf('/affirm'),
    suite: `${rasa}
      - test: Order
      - Order:
        - buttons: Yes, please
      - Yes, please: on its way
    `,
    verdict: 'passed',
    broken: { bot: menuOf('/affrim'), verdict: 'failed' },
    why: 'Who presses it sends what the bot put behind it.',
  },
  {
    kind: 'lie',
    title: 'a button to delete the account where none may be',
    bot: answers({ text: 'What now?', quickReplies: [{ label: 'Delete account' }] }),
    suite: `
      configuration: { ${http} }
      ---
      - test: Buttons
      - My settings:
        - buttons != Delete account
    `,
    verdict: 'failed',
    why: 'It is a button by whatever name.',
  },
  {
    kind: 'lie',
    title: 'a second button where one is expected',
    bot: answers({ text: 'What now?', buttons: ['Yes', 'Upgrade to premium'] }),
    suite: `
      configuration: { ${http} }
      ---
      - test: Buttons
      - My settings:
        - buttons[0].title: 'Yes'
        - buttons[1] not exists
    `,
    verdict: 'failed',
    why: 'There are two.',
  },
  {
    kind: 'honest',
    title: 'an answer of buttons alone',
    bot: answers({ messages: [{ buttons: ['Savings', 'Checking'] }] }),
    suite: `
      configuration: { ${http} }
      ---
      - test: Buttons
      - balance:
        - buttons: Savings
        - prompt != sorry
    `,
    verdict: 'passed',
    broken: { bot: answers({ messages: [{ buttons: ['Loans', 'Checking'] }] }), verdict: 'failed' },
    why: 'Buttons are an answer.',
  },
  {
    kind: 'lie',
    title: 'a link that is secure only in its first half',
    bot: answers({ text: 'See https://shop.example/terms.evil.example/ for the terms.' }),
    suite: `
      configuration: { ${http} }
      ---
      - test: Terms
      - Show me the terms:
        - links === https://shop.example/terms
    `,
    verdict: 'failed',
    why: 'It is another address.',
  },
  {
    kind: 'honest',
    title: 'a link at the end of a sentence, in brackets',
    bot: answers({ text: 'The terms (https://shop.example/terms).' }),
    suite: `
      configuration: { ${http} }
      ---
      - test: Terms
      - Show me the terms:
        - links === https://shop.example/terms
    `,
    verdict: 'passed',
    broken: { bot: answers({ text: 'The terms (https://shop.example/term).' }), verdict: 'failed' },
    why: 'Marks behind an address are not part of it.',
  },
  {
    kind: 'lie',
    title: 'a forbidden link in capitals',
    bot: answers({ text: 'Pay here: HTTPS://EVIL.EXAMPLE/PAY' }),
    suite: `
      configuration: { ${http} }
      ---
      - test: Links
      - How do I pay?:
        - links not exists
    `,
    verdict: 'failed',
    why: 'Schemes know no case: who clicks it goes there.',
  },
  {
    kind: 'lie',
    title: 'a forbidden link behind a button, under the name that messengers use',
    bot: answers({
      text: 'Pay here.',
      buttons: [{ type: 'web_url', title: 'Pay', url: 'https://evil.example/pay' }],
    }),
    suite: `
      configuration: { ${http} }
      ---
      - test: Links
      - How do I pay?:
        - links !~ /evil/
    `,
    verdict: 'failed',
    why: 'The button leads there.',
  },
  {
    kind: 'honest',
    title: 'a card with an address and an image',
    bot: answers({
      text: 'Your ticket.',
      attachments: [
        { type: 'card', title: 'Ticket 7', url: 'https://shop.example/tickets/7' },
        { type: 'image/png', url: 'https://shop.example/qr.png' },
      ],
    }),
    suite: `
      configuration: { ${http} }
      ---
      - test: Ticket
      - Show my ticket:
        - cards: Ticket 7
        - attachments[1].type: image/png
        - links: https://shop.example/qr.png
        - cards.length == 1
    `,
    verdict: 'passed',
    broken: {
      bot: answers({
        text: 'Your ticket.',
        attachments: [{ type: 'card', title: 'Ticket 8', url: 'https://shop.example/tickets/8' }],
      }),
      verdict: 'failed',
    },
    why: 'All of it is there.',
  },
  {
    kind: 'honest',
    title: 'a button that is pressed in small letters and has no value',
    bot: answersTo(
      (text): Answer =>
        text === 'menu'
          ? { text: 'Choose.', buttons: ['Opening Hours'] }
          : { text: text === 'opening hours' ? 'From 9 to 5.' : 'What?' },
    ),
    suite: `
      configuration: { ${http} }
      ---
      - test: Hours
      - menu:
        - buttons: Opening Hours
      - opening hours: 9 to 5
    `,
    verdict: 'passed',
    broken: { suite: ['- opening hours:', '- opening hour:'], verdict: 'failed' },
    why: 'Where a button has no value, what is typed is sent.',
  },
  {
    kind: 'honest',
    title: 'an image at a place of its own',
    bot: answers({ messages: [{ text: 'Look!', image: 'https://shop.example/cat.png' }] }),
    suite: `
      configuration: { ${http} }
      ---
      - test: Image
      - Show me a cat:
        - attachments[0].url: cat.png
        - links: cat.png
        - cards not exists
    `,
    verdict: 'passed',
    broken: {
      bot: answers({ messages: [{ text: 'Look!', image: 'https://shop.example/dog.png' }] }),
      verdict: 'failed',
    },
    why: 'It is an attachment by its shorter name.',
  },
  {
    kind: 'lie',
    title: 'a card of the Bot Framework that comes over HTTP',
    bot: answers({
      text: 'What now?',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.hero',
          content: { title: 'Delete account', buttons: [{ title: 'Do it', value: 'delete' }] },
        },
      ],
    }),
    suite: `
      configuration: { ${http} }
      ---
      - test: Card
      - My settings:
        - cards != Delete
        - buttons != Do it
    `,
    verdict: 'failed',
    why: 'The same card by Direct Line has its title and its button.',
  },
];
