/** People that the sandbox offers. Anybody else can sign in by typing an address. */
export const people = ['dev@acme.test', 'bea@acme.test', 'cy@acme.test', 'new@acme.test'];

export function nameOf(email: string): string {
  const [first = ''] = email.split('@');
  return first.charAt(0).toUpperCase() + first.slice(1);
}

/** Renders a page that asks who the user is. `hidden` fields are sent along with the answer. */
export function askWho(title: string, action: string, hidden: Record<string, string> = {}): string {
  const fields = Object.entries(hidden).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
  );
  const buttons = people.map((email) => `<button name="email" value="${email}">${email}</button>`);
  const form = (content: string) =>
    `<form method="post" action="${escapeHtml(action)}">${fields.join('')}${content}</form>`;
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escapeHtml(title)}</title>
<style>body{font:15px/1.5 system-ui;max-width:22rem;margin:4rem auto;padding:0 1rem}
form{display:grid;gap:.5rem;margin:1rem 0}button,input{font:inherit;padding:.5rem}</style></head>
<body><h1>${escapeHtml(title)}</h1><p>Nobody is checked here. Choose who you are:</p>
${form(buttons.join('\n'))}
${form('<label>Somebody else<br><input name="email" type="email" required></label><button>Go on</button>')}
</body></html>
`;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? character);
}
