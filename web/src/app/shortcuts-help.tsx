import { Fragment } from 'react';
import { modKeyLabel } from '@/lib/hotkeys';
import { Kbd } from '@/ui/layout/kbd';
import { Dialog } from '@/ui/overlay/dialog';
import { menuScreens } from './screens';
import { strings } from './strings';

type Shortcut = { keys: string[]; label: string };

function shortcuts(): Shortcut[] {
  return [
    { keys: [`${modKeyLabel()} K`], label: strings.shortcutPalette },
    { keys: ['?'], label: strings.shortcutHelp },
    { keys: ['Esc'], label: strings.shortcutClose },
    { keys: ['/'], label: strings.shortcutSearch },
    { keys: ['N'], label: strings.shortcutNew },
    { keys: ['A'], label: strings.shortcutAdjust },
    { keys: ['E'], label: strings.shortcutEntry },
    { keys: [`${modKeyLabel()} Enter`], label: strings.shortcutSave },
    { keys: ['← →'], label: strings.shortcutChart },
    ...menuScreens.map(({ letter, label }) => ({ keys: ['G', letter], label: strings.shortcutGo(label) })),
  ];
}

export default function ShortcutsHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={strings.shortcuts}
      description={strings.shortcutsHint}
    >
      <dl className="ruled border-y border-line">
        {shortcuts().map(({ keys, label }) => (
          <div key={label} className="flex min-h-9 items-center justify-between gap-4 py-1">
            <dt>{label}</dt>
            <dd className="flex items-center gap-1 text-xs text-ink-3">
              {keys.map((key, index) => (
                <Fragment key={key}>
                  {index > 0 ? strings.followedBy : null}
                  <Kbd>{key}</Kbd>
                </Fragment>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
