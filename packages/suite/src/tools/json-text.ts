import type { Json } from '../format/model/suite.ts';

/** Levels of a value: deeper ones are kept as text, since nobody compares them and recursion ends. */
export const toolValueDepthMax = 100;

export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** @returns the value, or undefined for a text that is no JSON or nested too deeply */
export function parseJson(text: string): Json | undefined {
  try {
    const value = JSON.parse(text) as Json;
    return isWithin(value, toolValueDepthMax) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function isWithin(value: Json, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((below) => isWithin(below, levels - 1));
}
