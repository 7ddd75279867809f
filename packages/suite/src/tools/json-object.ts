import type { Json } from '../format/model/suite.ts';

export type JsonObject = { [key: string]: Json };

export const isObject = (json: Json | undefined): json is JsonObject =>
  typeof json === 'object' && json !== null && !Array.isArray(json);

/** @returns true for values that mean nothing: null, false, an empty text, list or object */
export const isEmptyValue = (json: Json | undefined): boolean =>
  json === undefined ||
  json === null ||
  json === false ||
  json === '' ||
  (typeof json === 'object' && Object.keys(json).length === 0);

/** The objects of a list; an empty list for any other value. */
export const objectsIn = (json: Json | undefined): JsonObject[] =>
  Array.isArray(json) ? json.filter(isObject) : [];
