/** Sentences of lines. They were written after the word lists of the classes, and nothing was tuned on them. */

export const menus = [
  'Thank you for calling Northwind Energy. For billing, press one. To report an outage, press two.',
  'Welcome to city hall. For parking permits, press three. For anything else, stay on the line.',
  'To hear your balance, press one. To transfer money, press two. To repeat this menu, press nine.',
  'Please listen carefully, as our menu options have changed. For sales, press one.',
  'For English, press one. For Spanish, press two.',
  'If you know your party extension, dial it now. For the operator, press zero.',
  'You can say billing, repairs, or agent.',
  'For opening hours, say hours or press four. For directions, press five.',
  'To leave a message for the pharmacy, press two. To refill a prescription, press one.',
  'To check your voicemail, press one. To change your greeting, press two.',
  'Main menu. Press star to go back.',
  'If this is an emergency, hang up and dial nine one one. To make an appointment, press one.',
  'To speak to a nurse, press three. To leave a message for your doctor, press four.',
  'Press one to confirm your appointment, press two to cancel it.',
  'Your call may be recorded. For customer service, press seven.',
  'Select one for domestic flights, or two for international flights.',
  'For the mailbox of the sales team, press six. For all other questions, press zero.',
  'Press pound to leave a message, or hold for the next agent.',
];

/** Requests for digits that offer no choice. */
export const inputs = [
  'Please enter your ten digit account number, followed by the pound key.',
  'Please enter your pin, then press the star key.',
  'Enter your account number followed by the pound key.',
  'To verify your identity, please enter the last four digits of your social security number.',
  'Please enter your date of birth as eight digits.',
  'Enter the amount that you would like to pay, followed by the hash key.',
  'Thank you. Now key in your five digit zip code.',
  'Please enter the six digit code that we have sent to your phone.',
  'That number was not recognized. Please re-enter your card number.',
  'Using your telephone keypad, enter your employee number and press pound.',
  'Enter your order number now.',
  'If you have a reservation code, please type in the code now.',
];

export const voicemails = [
  'You have reached the voicemail of John Miller. Please leave a message after the tone.',
  'Hi, this is Sarah. I cannot take your call right now. Please leave a message after the beep.',
  'The person you are calling is not available. At the tone, please record your message.',
  'Your call has been forwarded to an automatic voice message system. Leave a message after the tone.',
  'Nobody is here to take your call. Leave your name and number and we will call you back.',
  'The mailbox of extension two zero four is ready. Please leave a message.',
  'Hello, you have reached the law office of Green and Partners. We are closed. Leave a message at the tone.',
  'Please leave your message for David after the beep. When you are done, you can hang up.',
  'We are not able to take your call. Please leave a short message and we will get back to you.',
  'This is the voice mail of room twelve. Speak after the tone.',
  'Sorry I missed you. Leave me a message and I will call you tomorrow.',
  'Leave a message after the tone. When you have finished recording, press one for more options.',
  'You have reached five five five zero one two three. Please record a message after the beep.',
  'The customer you are trying to reach is unavailable. Please leave a message after the tone.',
  'Our office is closed for the holidays. Leave a message and have a nice day.',
  'I am away from my desk. Please leave a detailed message after the tone.',
];

export const talk = [
  'Good morning, this is Anna from the front desk. How can I help you?',
  'Thank you for waiting. I found your order, and it will arrive on Tuesday.',
  'Your current balance is forty two dollars and ten cents.',
  'All of our agents are busy. Please hold the line.',
  'We are open every day from nine to five.',
  'Could you spell your last name for me please?',
  'I have sent you an email with the details.',
  'The number you have dialed is not in service.',
  'Did you get my message about the meeting on Friday?',
  'The press conference begins at noon in the main hall.',
  'There is one option left, and it costs twenty dollars.',
  'Yes, I can cancel that for you. Is there anything else?',
  'Hello? Who is calling please?',
  'Your flight has been delayed by two hours.',
  'We have left a message with your neighbor.',
  'My mailbox was broken, so the letter came back.',
];

/** Requests for words after a beep. They are neither menus nor voicemail. */
export const beforeBeeps = [
  'Please state your name.',
  'This call is now being recorded.',
  'You are entering the conference.',
  'The meeting will begin shortly.',
];
