import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { messageOr } from '#/lib/message-or.ts';
import { isAnswer, queryClient } from '#/lib/query-client.ts';
import { type ToastContent, toast } from './toast.ts';
import { useWhileShown } from './use-while-shown.ts';

type Explanation = Pick<ToastContent, 'title' | 'description'>;

interface ChangeOptions<Input, Answer> {
  /** Sends the change to the server, and updates the cache from the response. */
  run: (input: Input) => Promise<Answer>;
  /** Text for errors without a message from the server. */
  failure: string;
  /** Returns a text for a failure that replaces both the server's message and `failure`. */
  explain?: (error: unknown) => Explanation;
  /** True for a form that shows `problem` itself. Otherwise failures appear in a toast. */
  isProblemShown?: boolean;
  /** Returns the toast after a success. */
  done?: (answer: Answer, input: Input) => ToastContent | undefined;
  /** Undoes the change. The toast after a success offers it. */
  undo?: (answer: Answer, input: Input) => Promise<unknown>;
  /** Called after a success, if the caller is still on the page. */
  onDone?: (answer: Answer, input: Input) => void;
  /** Called after a failure. */
  onFailed?: (error: unknown) => void;
  /**
   * Changes with the same queue name run one after the other. Without a name, a second change is dropped while the first is
   * running.
   */
  queue?: string;
}

interface Change<Input, Answer> {
  /** Resolves to true if the change succeeded. Never rejects. */
  start: (input: Input) => Promise<boolean>;
  isPending: boolean;
  /** Argument of the current or the last change. */
  input: Input | undefined;
  /** The server's response; undefined after the change is started again. */
  answer: Answer | undefined;
  error: Error | null;
  /** Message of the failure; undefined after the change is started again. */
  problem: string | undefined;
  reset: () => void;
}

/** The standard way for a screen to change data on the server. */
export function useChange<Input = void, Answer = unknown>(
  options: ChangeOptions<Input, Answer>,
): Change<Input, Answer> {
  const { run, failure, explain, queue, isProblemShown = false } = options;
  const isUnderWay = useRef(false);
  const follow = useWhileShown((answer: Answer, input: Input) => options.onDone?.(answer, input));
  const mutation = useMutation(
    {
      mutationFn: run,
      // Fails immediately if there is no network, instead of waiting for it.
      networkMode: 'always',
      ...(queue !== undefined && { scope: { id: queue } }),
    },
    queryClient,
  );
  const inWords = (error: unknown): Explanation =>
    explain?.(error) ?? { title: messageOr(error, failure) };

  async function start(input: Input): Promise<boolean> {
    if (isUnderWay.current && queue === undefined) return false;
    isUnderWay.current = true;
    const outcome = await mutation.mutateAsync(input).then(
      (answer) => ({ answer }),
      (error: unknown) => ({ error }),
    );
    isUnderWay.current = false;
    if ('error' in outcome) {
      if (!isProblemShown) tellFailure(inWords(outcome.error), outcome.error, () => start(input));
      options.onFailed?.(outcome.error);
      return false;
    }
    tellSuccess(outcome.answer, input);
    follow(outcome.answer, input);
    return true;
  }

  function tellSuccess(answer: Answer, input: Input): void {
    const content = options.done?.(answer, input);
    if (!content) return;
    const { undo } = options;
    const takeBack = undo && (() => void undoChange(() => undo(answer, input)));
    toast({
      variant: 'success',
      ...content,
      ...(takeBack && { action: { label: 'Undo', onPress: takeBack } }),
    });
  }

  return {
    start,
    isPending: mutation.isPending,
    input: mutation.variables,
    answer: mutation.data,
    error: mutation.error,
    problem: mutation.error ? inWords(mutation.error).title : undefined,
    reset: mutation.reset,
  };
}

/**
 * Shows a failure in a toast. It offers a retry only if the server did not respond, because the server would repeat an error.
 */
function tellFailure(content: Explanation, error: unknown, retry: () => unknown): void {
  const action = { label: 'Try again', onPress: () => void retry() };
  const mayPass = error instanceof Error && !isAnswer(error);
  toast({ variant: 'destructive', ...content, ...(mayPass && { action }) });
}

async function undoChange(undo: () => Promise<unknown>): Promise<void> {
  try {
    await undo();
    toast({ title: 'Change undone' });
  } catch (error) {
    const title = messageOr(error, 'Failed to undo the change');
    tellFailure({ title }, error, () => undoChange(undo));
  }
}
