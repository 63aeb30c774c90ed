import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '@/ui/form/button';
import { Menu, MenuPopup, MenuTrigger } from '@/ui/overlay/menu';

type RowMenuProps = {
  /** Says whose menu it is, since every row has one. */
  label: string;
  children: ReactNode;
};

/** What else can be done with a row, behind three dots. */
export function RowMenu({ label, children }: RowMenuProps) {
  return (
    <Menu>
      <MenuTrigger
        render={
          <Button variant="ghost" size="icon" aria-label={label}>
            <Ellipsis aria-hidden />
          </Button>
        }
      />
      <MenuPopup>{children}</MenuPopup>
    </Menu>
  );
}
