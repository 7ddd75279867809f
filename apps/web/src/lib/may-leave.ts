/**
 * Called before the user leaves the page in a way that the router does not see, such as switching the organization or logging
 * out. The router checks changes of the address itself.
 */
type Question = () => Promise<Leave | null>;

/** Called after the user has left the page, for the remaining work. */
export type Leave = () => void;

export const nothingRemains: Leave = () => {};

let question: Question | undefined;

/** Lets a page with unsaved changes ask before the user leaves, until the returned function is called. */
export function askBeforeLeaving(ask: Question): () => void {
  question = ask;
  return () => {
    if (question === ask) question = undefined;
  };
}

/** Resolves to null if the user chooses to stay. */
export async function mayLeave(): Promise<Leave | null> {
  return question ? question() : nothingRemains;
}
