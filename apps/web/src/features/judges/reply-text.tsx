import type { JudgedReply } from '@parley/contract';
import type { ReactNode } from 'react';

interface ReplyTextProps {
  reply: JudgedReply;
  title: string;
}

/** A reply with the user's message and the expectation. */
export function ReplyText({
  reply: { said, reply, expected, suiteName, testName },
  title,
}: ReplyTextProps) {
  return (
    <section aria-label={title} className="flex flex-col gap-3">
      <p className="text-ink-muted text-xs">
        {title} · <span dir="auto">{suiteName}</span> · <span dir="auto">{testName}</span>
      </p>
      <Part name="Expected">{expected.join(' or ')}</Part>
      {said && <Part name="User">{said}</Part>}
      <Part name="Reply">{reply}</Part>
    </section>
  );
}

function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <p className="text-ink-muted text-xs">{name}</p>
      <p dir="auto" className="whitespace-pre-wrap break-words text-ink text-sm">
        {children}
      </p>
    </div>
  );
}
