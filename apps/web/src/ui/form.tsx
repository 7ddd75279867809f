import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';

interface FormProps {
  isBusy: boolean;
  onSubmit: () => void;
  className?: string;
  children: ReactNode;
}

/**
 * A form that is submitted by Enter or its button, once at a time. The screen validates it. If a submission finds mistakes,
 * the focus moves to the first field that has one.
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
    // A dialog that stands in a form has a form of its own.
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
