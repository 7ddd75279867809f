import { describe, expect, it } from 'vitest';
import { applyEdit, redo, type SourceHistory, startHistory, undo } from './source-history.ts';

describe('the history of a suite’s text', () => {
  it('goes back and forth through separate edits', () => {
    let history = startHistory('a');
    history = applyEdit(history, { source: 'b', at: 0 });
    history = applyEdit(history, { source: 'c', at: 1 });
    history = undo(history);
    expect(history.source).toBe('b');
    history = undo(history);
    expect(history.source).toBe('a');
    history = redo(redo(history));
    expect(history.source).toBe('c');
  });

  it('joins keystrokes in one field into one step', () => {
    let history = startHistory('');
    history = applyEdit(history, { source: 'h', name: 'input 1', at: 0 });
    history = applyEdit(history, { source: 'he', name: 'input 1', at: 400 });
    history = applyEdit(history, { source: 'hey', name: 'input 1', at: 900 });
    expect(undo(history).source).toBe('');
  });

  it('starts a new step after a pause and in another field', () => {
    let history = startHistory('');
    history = applyEdit(history, { source: 'h', name: 'input 1', at: 0 });
    history = applyEdit(history, { source: 'hi', name: 'input 1', at: 5000 });
    history = applyEdit(history, { source: 'hi!', name: 'input 2', at: 5001 });
    history = undo(history);
    expect(history.source).toBe('hi');
    history = undo(history);
    expect(history.source).toBe('h');
  });

  it.each([
    ['undo', (history: SourceHistory) => undo(history)],
    ['redo', (history: SourceHistory) => redo(undo(history))],
    ['a step of its own', (history: SourceHistory) => applyEdit(history, { source: 'x', at: 2 })],
  ])('starts a new step after %s, also where the history is merged into more', (_what, act) => {
    let history = applyEdit(startHistory(''), { source: 'h', name: 'input 1', at: 0 });
    history = applyEdit(history, { source: 'hi', name: 'input 2', at: 1 });
    history = { ...history, ...act(history) };
    const { source } = history;
    history = { ...history, ...applyEdit(history, { source: 'typed', name: 'input 2', at: 3 }) };
    expect(undo(history).source).toBe(source);
  });

  it('forgets what was undone once something else is edited', () => {
    let history = applyEdit(startHistory('a'), { source: 'b', at: 0 });
    history = applyEdit(undo(history), { source: 'c', at: 1 });
    expect(redo(history).source).toBe('c');
    expect(undo(history).source).toBe('a');
  });

  it('does not count an edit that changes nothing', () => {
    const history = startHistory('a');
    expect(applyEdit(history, { source: 'a', at: 0 })).toBe(history);
    expect(undo(history)).toBe(history);
    expect(redo(history)).toBe(history);
  });

  it('keeps the last hundred steps', () => {
    let history = startHistory('0');
    for (let step = 1; step <= 150; step += 1) {
      history = applyEdit(history, { source: String(step), at: step });
    }
    expect(history.past).toHaveLength(100);
    expect(history.past[0]).toBe('50');
  });
});
