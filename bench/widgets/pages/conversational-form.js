import { ConversationalForm } from 'conversational-form';
import { ask, root } from './ask.js';

root().style.height = '600px';
const formEl = document.createElement('form');
formEl.innerHTML = '<input type="text" name="first" cf-questions="Welcome to the example bank.">';
document.body.append(formEl);
let asked = 0;
const form = ConversationalForm.startTheConversation({
  formEl,
  context: root(),
  preventAutoFocus: true,
  // The page includes the style sheet; otherwise, the widget would fetch it from another host.
  loadExternalStyleSheet: false,
  async flowCallback({ text, tag }, go) {
    const said = String(text ?? tag?.value ?? '');
    const reply = await ask(said);
    if (!reply.text) return;
    asked += 1;
    const name = `next${asked}`;
    const tags =
      reply.buttons.length > 0
        ? reply.buttons.map((title) => ({
            tag: 'input',
            type: 'radio',
            name,
            'cf-label': title,
            value: title,
            'cf-questions': reply.text,
          }))
        : [{ tag: 'input', type: 'text', name, 'cf-questions': reply.text }];
    form.addTags(tags, true);
    go();
  },
});
