import { modKeyLabel } from '@/lib/hotkeys';
import { Kbd } from '@/ui/layout/kbd';
import { strings } from '@/ui/strings';

/** «Ctrl + Enter para guardar», at the foot of a dialog; phones have no such keys. */
export function SaveHint() {
  return (
    <span className="mr-auto flex items-center gap-1 text-xs text-ink-3 max-sm:hidden">
      <Kbd>{modKeyLabel()}</Kbd> <span className="sr-only">+</span> <Kbd>Enter</Kbd> {strings.toSave}
    </span>
  );
}
