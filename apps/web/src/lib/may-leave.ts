/**
 * The router asks before an address is left. What takes the page away before the address changes,
 * such as another organization or a log out, asks here first.
 */
type Question = () => Promise<Leave | null>;

/** What remains to be done once the page is left. */
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
