import { useState } from 'react';
import { formatDateTime } from '#/lib/format-time.ts';
import { deviceTimeZone, isTimeZone, setTimeZone, useTimeZoneSetting } from '#/lib/time-zone.ts';
import { Card } from '#/ui/card.tsx';
import { TextField } from '#/ui/text-field.tsx';

const zones: readonly string[] = ['UTC', ...Intl.supportedValuesOf('timeZone')];

/** Selects the time zone. Every valid name takes effect immediately, like a theme. */
export function TimeZoneCard() {
  const zone = useTimeZoneSetting();
  const [text, setText] = useState(zone ?? '');
  const name = text.trim();
  const isKnown = name === '' || isTimeZone(name);

  function change(next: string) {
    setText(next);
    const wanted = next.trim();
    if (wanted === '') setTimeZone(null);
    else if (isTimeZone(wanted)) setTimeZone(wanted);
  }

  return (
    <Card title="Time zone" subtitle="Saved in this browser">
      <div className="flex max-w-sm flex-col gap-2">
        <TextField
          label="Show times in"
          hint={`For example Europe/Berlin. Empty for this device: ${deviceTimeZone()}`}
          error={!isKnown && 'Choose a time zone from the list, such as Europe/Berlin.'}
          list="account-zones"
          placeholder={deviceTimeZone()}
          spellCheck={false}
          autoComplete="off"
          value={text}
          onChange={({ target }) => change(target.value)}
        />
        <datalist id="account-zones">
          {zones.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
        <p className="text-ink-muted text-sm" aria-live="polite">
          Now: {formatDateTime(new Date().toISOString())}
        </p>
      </div>
    </Card>
  );
}
