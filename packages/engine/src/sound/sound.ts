/** What measurements of recognizing fixed prompts need. */
export { failDb, judgeSound, passDb, type SoundVerdict } from './judge-sound.ts';
