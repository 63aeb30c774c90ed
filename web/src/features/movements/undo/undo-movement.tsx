import { Undo2 } from 'lucide-react';
import { Badge } from '@/ui/feedback/badge';
import { Button } from '@/ui/form/button';
import { IconButton } from '@/ui/form/icon-button';
import type { Movement } from '../api';
import { strings } from '../strings';
import { useUndo } from './use-undo';

type UndoMovementProps = {
  movement: Movement;
  label?: string;
  className?: string;
  /** A row of a table has room for the arrow alone, a card for the word too. */
  inWords?: boolean;
};

/** The way back from a movement, or that it has been taken already. */
export function UndoMovement({
  movement,
  label = strings.undoOf(movement.product),
  className,
  inWords,
}: UndoMovementProps) {
  const { isOffered, isBusy, undo } = useUndo(movement);
  if (movement.undone) return <Badge tone="mute">{strings.undone}</Badge>;
  if (!isOffered) return null;
  if (!inWords) {
    return <IconButton label={label} icon={Undo2} busy={isBusy} onClick={undo} className={className} />;
  }
  return (
    <Button variant="ghost" size="sm" busy={isBusy} aria-label={label} onClick={undo}>
      <Undo2 aria-hidden />
      {strings.undo}
    </Button>
  );
}
