import type { IncomingMessage, ServerResponse } from 'node:http';

const formBytesMax = 65_536;

export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) {
    text += chunk;
    if (text.length > formBytesMax) throw new Error('The form is too long');
  }
  return new URLSearchParams(text);
}

export function sendPage(response: ServerResponse, html: string): void {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html);
}
