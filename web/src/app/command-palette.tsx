import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { useNavigate } from '@tanstack/react-router';
import {
  Boxes,
  CircleUser,
  Keyboard,
  KeyRound,
  LogOut,
  type LucideIcon,
  Monitor,
  Moon,
  Search,
  Sun,
} from 'lucide-react';
import { useMemo, useState } from 'react';
import { useProductMatches } from '@/features/products/use-product-matches';
import { strings as stockStrings } from '@/features/shared/strings';
import { cn } from '@/lib/cn';
import { fold } from '@/lib/format';
import { can } from '@/lib/permissions';
import { signOut, useUser } from '@/lib/session';
import { useTheme } from '@/lib/theme';
import { Kbd } from '@/ui/layout/kbd';
import { backdropClass } from '@/ui/overlay/dialog-frame';
import { overlayRoot } from '@/ui/overlay/overlay-root';
import { menuScreens, screenCommands } from './screens';
import { strings } from './strings';

type Command = {
  label: string;
  icon: LucideIcon;
  keys?: string[];
  /** What tells it from others of the same name. */
  detail?: { code: string; text: string };
  /** The server found it, so the words typed need not be in its label. */
  found?: boolean;
  run: () => void;
};
type Group = { value: string; items: Command[] };

type CommandPaletteProps = { onClose: () => void; onShortcuts: () => void };

/** Every word typed must appear, in any order, with or without its accents. */
export function matches(label: string, query: string): boolean {
  const folded = fold(label);
  return fold(query)
    .split(/\s+/)
    .every((word) => folded.includes(word));
}

function useCommands({ onShortcuts }: Pick<CommandPaletteProps, 'onShortcuts'>): Group[] {
  const navigate = useNavigate();
  const { theme, choice, setChoice } = useTheme();
  const user = useUser();
  return useMemo(() => {
    const otherTheme: Command =
      theme === 'dark'
        ? { label: strings.useLight, icon: Sun, run: () => setChoice('light') }
        : { label: strings.useDark, icon: Moon, run: () => setChoice('dark') };
    const systemTheme: Command = {
      label: strings.useSystemTheme,
      icon: Monitor,
      run: () => setChoice('system'),
    };
    const actions: Command[] = [
      ...screenCommands
        .filter(({ permission }) => can(user, permission))
        .map<Command>(({ label, icon, link }) => ({ label, icon, run: () => void navigate(link) })),
      otherTheme,
      ...(choice === 'system' ? [] : [systemTheme]),
      { label: strings.profile, icon: CircleUser, run: () => void navigate({ to: '/profile' }) },
      { label: strings.changePassword, icon: KeyRound, run: () => void navigate({ to: '/password-change' }) },
      { label: strings.shortcuts, icon: Keyboard, keys: ['?'], run: onShortcuts },
      { label: strings.signOut, icon: LogOut, run: () => void signOut() },
    ];
    const screens = menuScreens.map<Command>(({ path, label, icon, letter }) => ({
      label,
      icon,
      keys: ['G', letter],
      run: () => void navigate({ to: path }),
    }));
    return [
      { value: strings.groupActions, items: actions },
      { value: strings.groupGo, items: screens },
    ];
  }, [navigate, theme, choice, setChoice, user, onShortcuts]);
}

/** The products that match, each of which opens its own page. The same group while they are the same. */
function useProductGroup(query: string): Group[] {
  const navigate = useNavigate();
  const products = useProductMatches(query);
  return useMemo(() => {
    if (products.length === 0) return [];
    const items = products.map<Command>(({ idProduct, name, sku, available, currentStock }) => ({
      label: name,
      icon: Boxes,
      detail: { code: sku, text: stockStrings.saleable(available, currentStock) },
      found: true,
      run: () => void navigate({ to: '/productos/$id', params: { id: String(idProduct) } }),
    }));
    return [{ value: strings.groupProducts, items }];
  }, [products, navigate]);
}

/** Loaded the first time it is opened; a default export because `lazy` asks for one. */
export default function CommandPalette({ onClose, onShortcuts }: CommandPaletteProps) {
  const [query, setQuery] = useState('');
  const commands = useCommands({ onShortcuts });
  const found = useProductGroup(query);
  // New groups would take the highlight back to the first one.
  const groups = useMemo(() => [...commands, ...found], [commands, found]);

  function run(command: Command) {
    onClose();
    command.run();
  }

  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal container={overlayRoot()}>
        <Dialog.Backdrop className={backdropClass} />
        <Dialog.Popup
          aria-label={strings.palette}
          className={cn(
            'fixed top-[12vh] left-1/2 z-50',
            'w-[min(38rem,calc(100vw-2rem))] -translate-x-1/2 overflow-hidden rounded-xl',
            'border border-line bg-surface shadow-e3 outline-none transition duration-150',
            'data-starting-style:scale-98 data-starting-style:opacity-0',
          )}
        >
          <Autocomplete.Root
            open
            inline
            items={groups}
            value={query}
            onValueChange={(text) => setQuery(text)}
            autoHighlight="always"
            keepHighlight
            filter={(command: Command, text) => command.found === true || matches(command.label, text)}
            itemToStringValue={(command: Command) => command.label}
          >
            <div className="flex h-12 items-center gap-3 border-b border-line px-4">
              <Search aria-hidden className="size-4.5 shrink-0 text-ink-3" />
              <Autocomplete.Input
                aria-label={strings.search}
                placeholder={strings.search}
                className="h-full min-w-0 flex-1 bg-transparent text-lg outline-none placeholder:text-ink-3"
              />
              <Kbd>Esc</Kbd>
            </div>
            <Autocomplete.Empty className="px-4 text-center text-ink-2 not-empty:py-8">
              {strings.paletteEmpty}
            </Autocomplete.Empty>
            <Autocomplete.List className="max-h-[46vh] scroll-py-2 overflow-y-auto p-2 empty:p-0">
              {(group: Group) => (
                <Autocomplete.Group key={group.value} items={group.items} className="mb-1">
                  <Autocomplete.GroupLabel className="px-2 py-1.5 text-xs font-medium text-ink-3">
                    {group.value}
                  </Autocomplete.GroupLabel>
                  <Autocomplete.Collection>
                    {(command: Command) => (
                      <CommandItem
                        key={command.detail?.code ?? command.label}
                        command={command}
                        onRun={() => run(command)}
                      />
                    )}
                  </Autocomplete.Collection>
                </Autocomplete.Group>
              )}
            </Autocomplete.List>
            <PaletteHints />
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function CommandItem({ command, onRun }: { command: Command; onRun: () => void }) {
  const { label, icon: Icon, keys = [], detail } = command;
  return (
    <Autocomplete.Item
      value={command}
      onClick={onRun}
      className="flex min-h-10 items-center gap-3 rounded-md px-2 py-1 outline-none data-highlighted:bg-accent-soft"
    >
      <Icon aria-hidden className="size-4.5 shrink-0 text-ink-3" strokeWidth={1.75} />
      <span className="line-clamp-2 min-w-0 flex-1">{label}</span>
      {detail ? (
        <span
          className={cn(
            'flex shrink-0 items-baseline gap-3',
            'text-xs text-ink-3 max-sm:flex-col max-sm:items-end max-sm:gap-0',
          )}
        >
          <span className="code">{detail.code}</span>
          <span className="num min-w-14 text-right">{detail.text}</span>
        </span>
      ) : null}
      <span aria-hidden className="flex gap-1">
        {keys.map((key) => (
          <Kbd key={key}>{key}</Kbd>
        ))}
      </span>
    </Autocomplete.Item>
  );
}

function PaletteHints() {
  return (
    <div aria-hidden className="flex gap-4 border-t border-line bg-canvas px-4 py-2 text-xs text-ink-3 max-sm:hidden">
      <span className="flex items-center gap-1">
        <Kbd>↑</Kbd>
        <Kbd>↓</Kbd> {strings.paletteMove}
      </span>
      <span className="flex items-center gap-1">
        <Kbd>↵</Kbd> {strings.paletteOpen}
      </span>
    </div>
  );
}
