declare module 'elizabot' {
  export interface Eliza {
    /** True if the last input said goodbye. */
    quit: boolean;
    getInitial(): string;
    transform(text: string): string;
  }
  const ElizaBot: new (takesFirstAnswer?: boolean) => Eliza;
  export default ElizaBot;
}
