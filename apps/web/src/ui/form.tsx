import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';

interface FormProps {
  isBusy: boolean;
  onSubmit: () => void;
  className?: string;
  children: ReactNode;
}

/**
 * A form that is submitted by Enter or its button, and not again while `isBusy`. The screen validates it. If a submission
 * finds invalid fields, the first one gets the focus.
 */
export function Form({ isBusy, onSubmit, className, children }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const isUnchecked = useRef(false);
  const [tries, setTries] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: looks at the fields after each try
  useEffect(() => {
    if (!isUnchecked.current || isBusy) return;
    isUnchecked.current = false;
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [tries, isBusy]);

  function submit(event: FormEvent) {
    event.preventDefault();
    // A form can contain a dialog with another form, whose events must not submit this one.
    event.stopPropagation();
    if (isBusy) return;
    isUnchecked.current = true;
    setTries(tries + 1);
    onSubmit();
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className={className}>
      {children}
    </form>
  );
}
