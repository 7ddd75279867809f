import type { Json } from '../format/model/suite.ts';

export type JsonObject = { [key: string]: Json };

export const isObject = (json: Json | undefined): json is JsonObject =>
  typeof json === 'object' && json !== null && !Array.isArray(json);

/** @returns true for null, false, and an empty text, list or object */
export const isEmptyValue = (json: Json | undefined): boolean =>
  json === undefined ||
  json === null ||
  json === false ||
  json === '' ||
  (typeof json === 'object' && Object.keys(json).length === 0);

/** @returns the objects in a list; an empty list for any other value */
export const objectsIn = (json: Json | undefined): JsonObject[] =>
  Array.isArray(json) ? json.filter(isObject) : [];
