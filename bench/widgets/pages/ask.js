/** Asks the stub bot; gives its text and the titles of its buttons. */
export async function ask(text) {
  const response = await fetch('/chat', { method: 'POST', body: JSON.stringify({ text }) });
  return response.json();
}

export const root = () => document.getElementById('root');
