/** One call with the menu: prompts, keys, and what the caller says. */
import type { Call } from '@parley/sip';
import type { MenuState } from './bank-menu.ts';
import { audioOf } from './prompt-audio.ts';

const frameMs = 20;
/** Longest pause between two keys of one entry. */
const betweenKeysMs = 2500;
const pauseAfterSpeechMs = 700;
const loudEnough = 400;

export async function holdMenu(call: Call, menu: Record<string, MenuState>): Promise<void> {
  const keys = createKeys();
  const ear = createEar();
  call.media.listen({ onKey: keys.press, onAudio: ear.hear });
  call.onEnd(() => {
    keys.end();
    ear.end();
  });
  let name = 'greeting';
  while (!call.endedBy()) {
    const state = menu[name];
    if (!state) return;
    const playing = call.media.play(await audioOf(state.prompt));
    if (state.isEnd) {
      await playing;
      return call.hangUp();
    }
    if (state.echoesThen) {
      await playing;
      const heard = await ear.nextSpeech();
      await call.media.play(heard);
      name = state.echoesThen;
      continue;
    }
    const entered = await keys.next(Object.keys(state.keys ?? {}));
    // Callers who know the menu need not wait for its end.
    call.media.stopPlaying();
    name = state.keys?.[entered] ?? state.otherwise ?? name;
  }
}

function createKeys() {
  let entered = '';
  let isOver = false;
  let wake = () => {};
  return {
    press(key: string) {
      entered += key;
      wake();
    },
    end() {
      isOver = true;
      wake();
    },
    /** Waits for one of the entries, and returns it or whatever was pressed instead. */
    async next(entries: string[]): Promise<string> {
      for (;;) {
        const isPart = entries.some((entry) => entry.startsWith(entered) && entry !== entered);
        if (isOver || (entered !== '' && !isPart)) break;
        const changed = await new Promise<boolean>((resolve) => {
          const timer =
            entered === '' ? undefined : setTimeout(() => resolve(false), betweenKeysMs);
          wake = () => {
            clearTimeout(timer);
            resolve(true);
          };
        });
        if (!changed) break;
      }
      const whole = entered;
      entered = '';
      return whole;
    },
  };
}

function createEar() {
  let heard: Int16Array[] = [];
  let quietMs = 0;
  let isListening = false;
  let done = () => {};
  return {
    hear(samples: Int16Array) {
      if (!isListening) return;
      const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
      quietMs = peak > loudEnough ? 0 : quietMs + frameMs;
      if (heard.length === 0 && quietMs > 0) return;
      heard.push(samples.slice());
      if (quietMs >= pauseAfterSpeechMs) done();
    },
    end: () => done(),
    async nextSpeech(): Promise<Int16Array> {
      heard = [];
      quietMs = 0;
      isListening = true;
      await new Promise<void>((resolve) => {
        done = resolve;
      });
      isListening = false;
      return Int16Array.from(heard.flatMap((part) => [...part]));
    },
  };
}
