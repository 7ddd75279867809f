/** @parley/mcp: tools for assistants and editors over the public API, by the Model Context Protocol. */
export type { ApiAnswer, ParleyApi } from './parley-api.ts';
export { createMcpServer } from './server.ts';
