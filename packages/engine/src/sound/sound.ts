/** Public exports for measuring the recognition of fixed prompts. */
export { failDb, judgeSound, passDb, type SoundVerdict } from './judge-sound.ts';
