import { KeyRound, type LucideIcon, Pencil, Send } from 'lucide-react';
import type { ReactNode } from 'react';
import { RowMenu } from '@/ui/list/row-menu';
import { MenuItem, MenuSeparator } from '@/ui/overlay/menu';
import { useOverlay } from '@/ui/overlay/overlay-host';

/** What has to be asked before it is done. */
export type ConnectionQuestion = 'edit' | 'rotate' | 'remove';

type ConnectionMenuProps = {
  label: string;
  words: { test: string; edit: string; rotate: string; remove: string };
  removeIcon: LucideIcon;
  onTest: () => void;
  /** The question that was chosen; closing it is its own business. */
  children: (asked: ConnectionQuestion, close: () => void) => ReactNode;
};

/** What can be done with something that is agreed with another machine and has a secret. */
export function ConnectionMenu({
  label,
  words,
  removeIcon: RemoveIcon,
  onTest,
  children,
}: ConnectionMenuProps) {
  const show = useOverlay();
  const ask = (question: ConnectionQuestion) => show((close) => children(question, close));
  return (
    <RowMenu label={label}>
      <MenuItem onClick={onTest}>
        <Send aria-hidden />
        {words.test}
      </MenuItem>
      <MenuItem onClick={() => ask('edit')}>
        <Pencil aria-hidden />
        {words.edit}
      </MenuItem>
      <MenuItem onClick={() => ask('rotate')}>
        <KeyRound aria-hidden />
        {words.rotate}
      </MenuItem>
      <MenuSeparator />
      <MenuItem danger onClick={() => ask('remove')}>
        <RemoveIcon aria-hidden />
        {words.remove}
      </MenuItem>
    </RowMenu>
  );
}
