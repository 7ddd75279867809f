import type { UseFormRegisterReturn } from 'react-hook-form';
import { platforms } from '#/features/devices/platforms.tsx';

const hints = {
  webchat: 'A bot over HTTP or WebSocket',
  phone: 'A phone line or IVR',
} as const;

const choices = ['webchat', 'phone'] as const;

/** Selects the platform of a new suite, which cannot change later. */
export function PlatformChoice({ register }: { register: UseFormRegisterReturn }) {
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium text-ink text-sm">Platform</legend>
      <div className="grid grid-cols-1 gap-2 sm:grid-cols-2">
        {choices.map((platform) => {
          const { label, Icon } = platforms[platform];
          return (
            <label
              key={platform}
              className="flex items-start gap-2.5 rounded-md p-3 ring-1 ring-line-control ring-inset transition-colors hover:bg-hover has-checked:bg-accent-soft has-checked:ring-2 has-checked:ring-accent-ink has-focus-visible:outline-2 has-focus-visible:outline-accent-ink has-focus-visible:outline-offset-2"
            >
              <input type="radio" value={platform} className="sr-only" {...register} />
              <Icon className="mt-0.5 size-4 shrink-0 text-ink-muted" aria-hidden />
              <span>
                <span className="block font-medium text-ink text-sm">{label}</span>
                <span className="block text-ink-muted text-xs">{hints[platform]}</span>
              </span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
