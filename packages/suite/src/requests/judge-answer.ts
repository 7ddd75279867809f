/**
 * Judges a response of a system of record. An absence proves something only if the response could have shown the opposite:
 * checks of an error page, of text that is not JSON or of a mistyped path do not pass.
 */
import type { Assertion, Json } from '../format/model/suite.ts';
import { matchAssertion } from '../match/match-assertion.ts';
import type { MatchSettings, Reply, Verdict } from '../match/matcher.ts';
import { parseJson } from '../tools/json-text.ts';

/** A complete response as received. */
export interface WholeAnswer {
  status: number;
  type?: string | undefined;
  body: string;
  /** True if a redirect led to the response. */
  isRedirected?: true | undefined;
}

/** @returns a verdict for each assertion, preceded by one on the request's success if no assertion is about the status */
export function judgeAnswer(
  assertions: readonly Assertion[],
  answer: WholeAnswer,
  settings: MatchSettings,
): Verdict[] {
  const asksForStatus = assertions.some(({ property }) => property === 'status');
  const payload = jsonIn(answer.body);
  const hidden = whyNothingShows(assertions, answer);
  return (asksForStatus ? assertions : [isSuccess, ...assertions]).map((assertion) => {
    const verdict = judge(assertion, answer, payload, settings);
    return hidden !== undefined && verdict.passed && forbidsInBody(assertion)
      ? { ...verdict, passed: false, standing: 'error', hint: hidden }
      : verdict;
  });
}

const forbidsInBody = ({ property, operator, negated }: Assertion): boolean =>
  property === 'body' && negated && operator !== 'exists';

/** @returns why the absence of a text from the body proves nothing; undefined if it can prove something */
export function whyNothingShows(
  assertions: readonly Assertion[],
  { body, type, isRedirected }: WholeAnswer,
): string | undefined {
  const requires = (part: string) =>
    assertions.some(
      ({ property, operator, negated }) =>
        property === part && (part === 'status' || operator !== 'exists') && !negated,
    );
  if (requires('body')) return undefined;
  if (body.trim() === '') {
    return requires('status')
      ? undefined
      : 'The answer is empty, so it does not show the state of the system. If it should be empty, assert its status.';
  }
  if (!isPage(body, type) || !(isRedirected || isSignIn(body))) return undefined;
  return `The answer is ${isSignIn(body) ? 'a sign-in page' : 'a web page after a redirect'}, so it does not show the state of the system. Authenticate the request, or also assert what the right page says.`;
}

const isPage = (body: string, type = ''): boolean =>
  /^(?:text\/html|application\/xhtml\+xml)$/.test(type) ||
  /^\s*<(?:!doctype\s+html\b|html[\s/>])/i.test(body.slice(0, 1_000));

/** @returns true if the body is a sign-in page: it has a password field or a title such as "Log in" */
const isSignIn = (body: string): boolean =>
  /<input\b[^>]{0,500}\btype\s*=\s*["']?password\b/i.test(body) ||
  /<title[^>]{0,200}>[^<]{0,200}\b(?:log|sign)[\s-]?(?:in|on)\b/i.test(body);

/** Applies unless another assertion is about the status. */
const isSuccess: Assertion = {
  property: 'status',
  operator: 'lessOrEqual',
  expected: [299],
  negated: false,
};

function judge(
  assertion: Assertion,
  answer: WholeAnswer,
  payload: Json | undefined,
  settings: MatchSettings,
): Verdict {
  const { property, operator, negated } = assertion;
  const isPart = property === 'status' || property === 'body';
  if (isPart) {
    const parts = { status: answer.status, body: answer.body };
    const { doubt: _, ...verdict } = matchAssertion(assertion, asReply(parts), settings);
    return verdict;
  }
  const { doubt, isAbsent, ...verdict } = matchAssertion(
    assertion,
    asReply(payload ?? null),
    settings,
  );
  if (payload === undefined) {
    return { ...verdict, passed: false, standing: 'error', hint: notJson(answer) };
  }
  if (isAbsent || (verdict.passed && verdict.actual === null && negated && operator !== 'exists')) {
    return { ...verdict, passed: false, hint: nothingAt(property) };
  }
  if (verdict.passed && doubt?.kind === 'near-path') {
    const hint = `Nothing is at ${property}. Is it ${doubt.path}?`;
    return doubt.isCertain
      ? { ...verdict, passed: false, hint }
      : { ...verdict, vacuous: `${hint} If it is right, the check proves nothing here.` };
  }
  return verdict;
}

const nothingAt = (property: string) =>
  `Nothing is at ${property}, which proves nothing about its value. To require that it is missing, write: ${property} not exists`;

const notJson = ({ type, body }: WholeAnswer) =>
  body.trim() === ''
    ? 'The answer is empty, so there is nothing at any path.'
    : `The answer is not JSON${type ? ` but ${type}` : ''}, so there is nothing at any path.`;

/** Wraps a response in a reply, so that both are read by the same rules. */
export const asReply = (payload: Json): Reply => ({
  text: '',
  messages: [],
  buttons: [],
  attachments: [],
  latencyMs: 0,
  payload,
});

/** @returns undefined for text that is not JSON or is nested too deeply */
export const jsonIn = (text: string): Json | undefined => parseJson(text.replace(/^\ufeff/, ''));

/** @returns true for a status with which a system cannot, or refuses to, report its state */
const tellsNothing = (status: number): boolean =>
  status >= 500 || [401, 403, 407, 408, 429].includes(status);

type AnswerStanding = 'holds' | 'differs' | 'unavailable' | 'unreadable';

/** @returns the combined result of all verdicts on a response */
export function standingOf({ status }: WholeAnswer, verdicts: readonly Verdict[]): AnswerStanding {
  const broken = verdicts.filter(({ passed }) => !passed);
  if (broken.length === 0) return 'holds';
  const isOtherStatus = broken.some(({ assertion: { property } }) => property === 'status');
  if (isOtherStatus && tellsNothing(status)) return 'unavailable';
  return broken.every(({ standing }) => standing === 'error') ? 'unreadable' : 'differs';
}
