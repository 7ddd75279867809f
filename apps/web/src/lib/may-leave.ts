/**
 * Asked before the user leaves the page in a way that the router does not notice, such as switching the organization or
 * logging out. The router asks by itself before the address changes.
 */
type Question = () => Promise<Leave | null>;

/** Called once the page is left, for what remains to be done. */
export type Leave = () => void;

export const nothingRemains: Leave = () => {};

let question: Question | undefined;

/** Lets a page with unsaved changes block navigation, until the returned function is called. */
export function askBeforeLeaving(ask: Question): () => void {
  question = ask;
  return () => {
    if (question === ask) question = undefined;
  };
}

/** Null if the user chooses to stay on the page. */
export async function mayLeave(): Promise<Leave | null> {
  return question ? question() : nothingRemains;
}
