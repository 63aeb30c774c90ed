import { useNavigate } from '@tanstack/react-router';
import { KeyRound, type LucideIcon, Pencil, Send } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { RowMenu } from '@/ui/list/row-menu';
import { MenuItem, MenuSeparator } from '@/ui/overlay/menu';
import { useOverlay } from '@/ui/overlay/overlay-host';
import { RemoveDialog } from '@/ui/overlay/remove-dialog';

/** What has to be asked before it is done; removing is asked here. */
type Question = 'edit' | 'rotate';

type RemoveProps = Pick<ComponentProps<typeof RemoveDialog>, 'thing' | 'remove'>;

type ConnectionMenuProps = RemoveProps & {
  words: ComponentProps<typeof RemoveDialog>['words'] & {
    moreOf: (name: string) => string;
    test: string;
    edit: string;
    rotate: string;
    remove: string;
  };
  removeIcon: LucideIcon;
  onTest: () => void;
  /** The question that was chosen; closing it is its own business. */
  children: (asked: Question, close: () => void) => ReactNode;
};

/** What can be done with something that is agreed with another machine and has a secret. */
export function ConnectionMenu(props: ConnectionMenuProps) {
  const { thing, words, remove, removeIcon: RemoveIcon, onTest, children } = props;
  const show = useOverlay();
  const navigate = useNavigate();
  const ask = (question: Question) => show((close) => children(question, close));
  const askRemove = () =>
    show((close) => (
      <RemoveDialog
        thing={thing}
        words={words}
        remove={remove}
        onClose={close}
        onRemoved={() => void navigate({ to: '/configuracion', search: { seccion: 'integraciones' } })}
      />
    ));
  return (
    <RowMenu label={words.moreOf(thing.name)}>
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
      <MenuItem danger onClick={askRemove}>
        <RemoveIcon aria-hidden />
        {words.remove}
      </MenuItem>
    </RowMenu>
  );
}
