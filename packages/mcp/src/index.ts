/** @parley/mcp: tools for assistants and editors, which use the public API over the Model Context Protocol. */
export type { ApiAnswer, ParleyApi } from './parley-api.ts';
export { createMcpServer } from './server.ts';
