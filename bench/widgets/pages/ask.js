/** Sends a message to the stub bot. Returns the text of its reply and the titles of its buttons. */
export async function ask(text) {
  const response = await fetch('/chat', { method: 'POST', body: JSON.stringify({ text }) });
  return response.json();
}

export const root = () => document.getElementById('root');
