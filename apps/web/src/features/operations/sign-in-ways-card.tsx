import { useInstallation } from '#/lib/installation.ts';
import { Badge } from '#/ui/badge.tsx';
import { Card } from '#/ui/card.tsx';
import { linkClass } from '#/ui/link-class.ts';

const ways = [
  { method: 'google', name: 'Google' },
  { method: 'ibm', name: 'IBM' },
  { method: 'sso', name: 'Enterprise SSO (set up by each organization)' },
] as const;

/** Sign-in methods that are configured, and those that are not. */
export function SignInWaysCard() {
  const methods = useInstallation()?.signInMethods;
  if (!methods) return null;
  const isComplete = ways.every(({ method }) => methods.includes(method));
  return (
    <Card title="Sign-in methods" subtitle="In addition to email and password">
      <ul className="flex flex-col gap-2 text-sm">
        {ways.map(({ method, name }) => (
          <li key={method} className="flex items-center justify-between gap-4">
            {name}
            <Badge>{methods.includes(method) ? 'Set up' : 'Not set up'}</Badge>
          </li>
        ))}
      </ul>
      {!isComplete && (
        <p className="mt-4 text-sm">
          <a href="/docs/sign-in" target="_blank" rel="noreferrer" className={linkClass}>
            Setup guide
          </a>
        </p>
      )}
    </Card>
  );
}
