/** Requests to the system of record as text; parse-requests.ts reads them back. */
import type { SystemRequest } from '../../requests/system-request.ts';
import { quoted } from './print-scalar.ts';

/** The items below a check that belong to its request. */
export function printRequestItems({ headers, json, body, withinMs }: SystemRequest): string[] {
  return [
    ...(withinMs === undefined ? [] : [`within: ${printTime(withinMs)}`]),
    ...(headers ? [`headers: ${quoted(headers)}`] : []),
    ...(json === undefined ? [] : [`json: ${quoted(json)}`]),
    ...(body === undefined ? [] : [`body: ${quoted(body)}`]),
  ];
}

const printTime = (ms: number): string => (ms % 1000 === 0 ? `${ms / 1000}s` : `${ms}ms`);
