import { Monitor, Moon, Sun } from 'lucide-react';
import { useId } from 'react';
import { setTheme, useThemeStore } from '#/features/theme/theme-store.ts';
import { Card } from '#/ui/card.tsx';

const choices = [
  { value: 'light', label: 'Light', note: 'Dark text on white', Icon: Sun },
  { value: 'dark', label: 'Dark', note: 'Easy on the eyes at night', Icon: Moon },
  { value: 'system', label: 'System', note: 'Follows this device', Icon: Monitor },
] as const;

export function AppearanceCard() {
  const theme = useThemeStore((state) => state.theme);
  const groupName = useId();
  return (
    <Card title="Appearance" subtitle="Saved in this browser">
      <fieldset className="grid grid-cols-1 gap-3 sm:grid-cols-3">
        <legend className="sr-only">Theme</legend>
        {choices.map(({ value, label, note, Icon }) => (
          <label
            key={value}
            className="flex items-start gap-3 rounded-md bg-surface p-3 ring-1 ring-line ring-inset transition-shadow hover:ring-line-control has-checked:bg-accent-soft has-checked:ring-2 has-checked:ring-accent-ink has-focus-visible:outline-2 has-focus-visible:outline-accent-ink has-focus-visible:outline-offset-2"
          >
            <input
              type="radio"
              name={groupName}
              value={value}
              checked={theme === value}
              onChange={() => setTheme(value)}
              className="sr-only"
            />
            <Icon className="mt-0.5 size-4 shrink-0 text-ink-muted" aria-hidden />
            <span>
              <span className="block font-medium text-sm">{label}</span>
              <span className="block text-ink-muted text-xs">{note}</span>
            </span>
          </label>
        ))}
      </fieldset>
    </Card>
  );
}
