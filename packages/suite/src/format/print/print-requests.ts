/** Prints requests to the system of record; parse-requests.ts parses them. */
import { describeRequest, type SystemRequest } from '../../requests/system-request.ts';
import type { Assertion, Json, SuiteRequest } from '../model/suite.ts';
import { symbolOf } from '../parse/operators.ts';
import { quoted } from './print-scalar.ts';

/** Prints the items below a check that describe its request. */
export function printRequestItems({
  headers,
  json,
  body,
  withinMs,
  staysMs,
}: SystemRequest): string[] {
  return [
    ...(withinMs === undefined ? [] : [`within: ${printTime(withinMs)}`]),
    ...(staysMs === undefined ? [] : [`stays: ${printTime(staysMs)}`]),
    ...(headers ? [`headers: ${quoted(headers)}`] : []),
    ...(json === undefined ? [] : [`json: ${quoted(json)}`]),
    ...(body === undefined ? [] : [`body: ${quoted(body)}`]),
  ];
}

const printTime = (ms: number): string => (ms % 1000 === 0 ? `${ms / 1000}s` : `${ms}ms`);

/** Converts `before all`, `before each` or `after each` to the values to print in the configuration. */
export const requestEntries = (requests: readonly SuiteRequest[]): Json => requests.map(entryOf);

function entryOf({ request, assertions, save, expires }: SuiteRequest): { [key: string]: Json } {
  const { headers, json, body, withinMs, staysMs } = request;
  const [first] = assertions;
  const isStatus = first?.property === 'status' && first.operator === 'equals' && !first.negated;
  const rest = isStatus ? assertions.slice(1) : assertions;
  const status = first?.expected.length === 1 ? first.expected[0] : first?.expected;
  return {
    request: describeRequest(request),
    ...(headers && { headers }),
    ...(json !== undefined && { json }),
    ...(body !== undefined && { body }),
    ...(isStatus && { status: status as Json }),
    ...(rest.length > 0 && { expect: rest.map(expectedEntry) }),
    ...(withinMs !== undefined && { within: printTime(withinMs) }),
    ...(staysMs !== undefined && { stays: printTime(staysMs) }),
    ...(save && { save }),
    ...(expires !== undefined && {
      expires: typeof expires === 'number' ? printTime(expires) : expires,
    }),
  };
}

const expectedEntry = (assertion: Assertion): { [key: string]: Json } => ({
  [`${assertion.property} ${symbolOf(assertion)}`]:
    assertion.operator === 'exists' ? true : assertion.expected,
});
