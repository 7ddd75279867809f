import { type Acceptance, type Assertion, isOfWording } from '@parley/suite';
import { formatDate } from '#/lib/format-time.ts';

interface AcceptanceNotesProps {
  assertions: Assertion[];
  acceptances: Acceptance[];
}

/** Lists accepted wordings that the expectations still contain, with person and date. */
export function AcceptanceNotes({ assertions, acceptances }: AcceptanceNotesProps) {
  const expected = assertions.flatMap((assertion) => assertion.expected.map(String));
  const standing = acceptances.filter((one) => expected.some((text) => isOfWording(one, text)));
  if (standing.length === 0) return null;
  return (
    <ul className="flex flex-col gap-0.5 text-ink-muted text-xs">
      {standing.map(({ wording, by, on }) => (
        <li key={`${wording} ${by} ${on}`} className="min-w-0 break-words">
          “{wording}” accepted by {by} on {formatDate(`${on}T12:00:00`)}
        </li>
      ))}
    </ul>
  );
}
