import { Link } from '@tanstack/react-router';
import { ChevronRight, Monitor, Moon, Sun } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '@/lib/cn';
import { fullName } from '@/lib/full-name';
import { densityPreference, pageSizePreference, shortcutsPreference } from '@/lib/preferences';
import type { ScreenPath } from '@/lib/screen';
import { useUser } from '@/lib/session';
import { type StoredValue, useStoredValue } from '@/lib/stored-value';
import { useTheme } from '@/lib/theme';
import { Field } from '@/ui/form/field';
import { Segmented } from '@/ui/form/segmented';
import { Select } from '@/ui/form/select';
import { Switch } from '@/ui/form/switch';
import { Avatar } from '@/ui/layout/avatar';
import { Card, CardHeader } from '@/ui/layout/card';
import { pageSizes } from '@/ui/list/pagination';
import { strings } from './strings';

const themes = [
  { value: 'light', label: strings.themes.light, icon: Sun },
  { value: 'dark', label: strings.themes.dark, icon: Moon },
  { value: 'system', label: strings.themes.system, icon: Monitor },
] as const;

const densities = [
  { value: 'normal', label: strings.densities.normal },
  { value: 'compact', label: strings.densities.compact },
] as const;

/** The screen that signing in leads to, and which there are. */
export type StartPageChoice = {
  preference: StoredValue<ScreenPath>;
  options: { value: ScreenPath; label: string }[];
};

const pageSizeOptions = pageSizes.map((size) => ({ value: String(size), label: String(size) }));

/** Everything here belongs to this browser and takes effect at once, so there is nothing to save. */
export function PreferencesSection({ startPage }: { startPage: StartPageChoice }) {
  const { choice, setChoice } = useTheme();
  const [density, setDensity] = useStoredValue(densityPreference);
  const [shortcuts, setShortcuts] = useStoredValue(shortcutsPreference);
  const [pageSize, setPageSize] = useStoredValue(pageSizePreference);
  const [firstPath, setFirstPath] = useStoredValue(startPage.preference);

  return (
    <div className="stack-5">
      <ProfileTile />
      <Card aria-labelledby="appearance">
        <CardHeader id="appearance" title={strings.appearance} description={strings.appearanceHint} />
        <div className="ruled border-t border-line">
          <Row label={strings.theme}>
            <Segmented label={strings.theme} segments={themes} value={choice} onValueChange={setChoice} />
          </Row>
          <Row label={strings.density}>
            <Segmented label={strings.density} segments={densities} value={density} onValueChange={setDensity} />
          </Row>
        </div>
      </Card>
      <Card aria-labelledby="lists">
        <CardHeader id="lists" title={strings.lists} />
        <div className="grid gap-4 px-4 pb-4 sm:grid-cols-2">
          <Field label={strings.startPage} hint={strings.startPageHint}>
            <Select
              options={startPage.options}
              value={firstPath}
              onChange={(event) => setFirstPath(event.target.value as ScreenPath)}
            />
          </Field>
          <Field label={strings.pageSize}>
            <Select
              options={pageSizeOptions}
              value={pageSize}
              onChange={(event) => setPageSize(event.target.value as typeof pageSize)}
            />
          </Field>
        </div>
      </Card>
      <Card aria-labelledby="keyboard">
        <CardHeader id="keyboard" title={strings.keyboard} />
        <Switch
          className="px-4 pb-4"
          label={strings.shortcuts}
          hint={strings.shortcutsHint}
          checked={shortcuts === 'on'}
          onCheckedChange={(on) => setShortcuts(on ? 'on' : 'off')}
        />
      </Card>
    </div>
  );
}

function ProfileTile() {
  const user = useUser();
  return (
    <Link
      to="/profile"
      className={cn(
        'flex items-center gap-4 rounded-lg border border-line bg-surface p-4 shadow-e1',
        'hover:border-line-strong hover:bg-canvas',
      )}
    >
      <Avatar name={fullName(user)} size="lg" />
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">{strings.profileTitle}</span>
        <span className="block text-sm text-ink-2">{strings.profileText}</span>
      </span>
      <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-3" />
    </Link>
  );
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 px-4 py-3">
      <p className="font-medium">{label}</p>
      {children}
    </div>
  );
}
