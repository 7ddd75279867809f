/** A page with a small chat widget in front of the demo bot, for tests that go through a browser. */
export const chatPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Demo bank</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; margin: 0; color: #1b2430; background: #f4f6f8 }
  main { max-width: 40rem; margin: 4rem auto; padding: 0 1rem }
  #chat-launcher { position: fixed; right: 1.5rem; bottom: 1.5rem; padding: .75rem 1.25rem;
    border: 0; border-radius: 2rem; background: #1f5fd0; color: #fff; font: inherit }
  #chat { position: fixed; right: 1.5rem; bottom: 5rem; width: min(22rem, calc(100vw - 3rem));
    background: #fff; border-radius: .75rem; box-shadow: 0 .5rem 2rem #0003 }
  #messages { height: 20rem; overflow: auto; padding: 1rem; display: flex; flex-direction: column; gap: .5rem }
  #messages p { margin: 0; padding: .5rem .75rem; border-radius: .75rem; max-width: 85%; white-space: pre-wrap }
  .bot { background: #eef1f5; align-self: start }
  .visitor { background: #1f5fd0; color: #fff; align-self: end }
  #choices { display: flex; flex-wrap: wrap; gap: .5rem; padding: 0 1rem .75rem }
  .choice { border: 1px solid #1f5fd0; border-radius: 1rem; background: none; color: #1f5fd0; font: inherit; padding: .1rem .75rem }
  form { border-top: 1px solid #dde3ea; padding: .75rem }
  input { width: 100%; box-sizing: border-box; font: inherit; padding: .5rem .75rem; border: 1px solid #b8c2cf; border-radius: .5rem }
  [hidden] { display: none !important }
</style>
<main><h1>Demo bank</h1><p>Ask the assistant about balances, transfers, cards and opening hours.</p></main>
<button id="chat-launcher">Chat with us</button>
<section id="chat" aria-label="Chat" hidden>
  <div id="messages" aria-live="polite"></div>
  <div id="choices"></div>
  <form><input id="chat-input" aria-label="Message" placeholder="Write a message" autocomplete="off"></form>
</section>
<script>
  const [chat, messages, choices, input] = ['chat', 'messages', 'choices', 'chat-input'].map((id) => document.getElementById(id));
  let socket;
  function show(text, who) {
    const line = document.createElement('p');
    line.className = who;
    line.textContent = text;
    messages.append(line);
    messages.scrollTop = messages.scrollHeight;
  }
  function say(text) {
    choices.replaceChildren();
    show(text, 'visitor');
    socket.send(JSON.stringify({ text }));
  }
  function hear({ data }) {
    const { text, buttons = [] } = JSON.parse(data);
    show(text, 'bot');
    choices.replaceChildren(...buttons.map(({ title }) => {
      const button = document.createElement('button');
      button.className = 'choice';
      button.textContent = title;
      button.onclick = () => say(title);
      return button;
    }));
  }
  document.getElementById('chat-launcher').onclick = () => {
    chat.hidden = !chat.hidden;
    if (!chat.hidden) input.focus();
    if (socket) return;
    socket = new WebSocket('ws://' + location.host + '/socket');
    socket.onmessage = hear;
  };
  document.querySelector('form').onsubmit = (event) => {
    event.preventDefault();
    if (input.value.trim()) say(input.value.trim());
    input.value = '';
  };
</script>
</html>
`;
