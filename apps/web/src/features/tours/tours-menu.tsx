import { Route } from 'lucide-react';
import type { ReactElement } from 'react';
import { Menu, MenuItem } from '#/ui/menu.tsx';
import { startTour } from './tour-store.ts';
import { tours } from './tours.ts';
import { usePlace } from './use-tours-here.ts';

interface ToursMenuProps {
  trigger: ReactElement;
  onStart?: () => void;
}

export function ToursMenu({ trigger, onStart }: ToursMenuProps) {
  const place = usePlace();
  return (
    <Menu side="right" align="end" trigger={trigger}>
      {tours.map(({ id, title }) => (
        <MenuItem
          key={id}
          icon={<Route aria-hidden />}
          onSelect={() => {
            onStart?.();
            startTour(id, place);
          }}
        >
          {title}
        </MenuItem>
      ))}
    </Menu>
  );
}
