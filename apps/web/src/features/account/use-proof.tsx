import { account, type Proof } from '@parley/contract';
import { type ReactNode, useRef, useState } from 'react';
import { call } from '#/lib/api.ts';
import { messageOr } from '#/lib/message-or.ts';
import { useScope } from '#/lib/session/scope.ts';
import { toast } from '#/ui/toast.ts';
import { ProofDialog } from './proof-dialog.tsx';

interface Asked {
  method: Proof['method'];
  act: () => Promise<void>;
}

/** Runs an action that needs a recent proof of identity, and first asks for the proof if necessary. */
export function useProof(): {
  withProof: (act: () => Promise<void>) => Promise<void>;
  dialog: ReactNode;
} {
  const { userId } = useScope();
  const [asked, setAsked] = useState<Asked>();
  /** The current request. A response can arrive after the request was cancelled. */
  const current = useRef<Asked>(undefined);

  function ask(next: Asked | undefined) {
    current.current = next;
    setAsked(next);
  }

  async function withProof(act: () => Promise<void>) {
    try {
      const { method, isRecent } = await call(account.getProof, { params: { id: userId } });
      if (!isRecent) return ask({ method, act });
    } catch (error) {
      const title = messageOr(error, 'Failed to confirm your identity. Please try again.');
      toast({ variant: 'destructive', title });
      return;
    }
    await act();
  }

  function goOn() {
    if (current.current !== asked) return;
    ask(undefined);
    void asked?.act();
  }

  const dialog = (
    <ProofDialog method={asked?.method ?? null} onProven={goOn} onCancel={() => ask(undefined)} />
  );
  return { withProof, dialog };
}
