import { CircleAlert, CircleCheck, CircleSlash, type LucideIcon, TriangleAlert } from 'lucide-react';
import { cn } from '@/lib/cn';
import { formatDaysLeft } from '@/lib/format';
import { Badge } from '@/ui/feedback/badge';
import type { Tone } from '@/ui/feedback/tone';
import { forecastStrings as s } from './forecast-strings';

export type RunningOut = {
  runsOutIn: number | null;
  runsOutEarly: number | null;
  runsOutLate: number | null;
  alertDays: number;
};

type Band = Exclude<Tone, 'info' | 'mute'>;

/** Red when it is gone, orange within half of the alert days, yellow within them, green beyond; null when never. */
export function runsOutBand({ runsOutIn, alertDays }: Pick<RunningOut, 'runsOutIn' | 'alertDays'>): Band | null {
  if (runsOutIn === null) return null;
  if (runsOutIn <= 0) return 'out';
  if (runsOutIn <= alertDays / 2) return 'crit';
  return runsOutIn <= alertDays ? 'low' : 'ok';
}

const icons: Record<Band, LucideIcon> = {
  out: CircleSlash,
  crit: CircleAlert,
  low: TriangleAlert,
  ok: CircleCheck,
};

/** «Agotado», «12 días», or a dash for what nobody buys. */
export function RunsOut({ row }: { row: RunningOut }) {
  const band = runsOutBand(row);
  const text = formatDaysLeft(row.runsOutIn);
  if (band === null) {
    return (
      <span className="text-ink-3">
        <span aria-hidden>{text}</span>
        <span className="sr-only">{s.neverRunsOut}</span>
      </span>
    );
  }
  const Icon = icons[band];
  if (band === 'ok') {
    return (
      <span
        className={cn(
          'num inline-flex items-center gap-1',
          'align-middle text-xs font-medium whitespace-nowrap text-ok-fg',
        )}
      >
        <Icon aria-hidden className="size-3.5 text-ok-solid" />
        {text}
      </span>
    );
  }
  return (
    <Badge tone={band} icon={Icon} className="num">
      {text}
    </Badge>
  );
}

/** As far ahead as the server looks. */
const farthestDay = 365;

/** How sure that is; null where there is nothing to be unsure of. */
export function runsOutRange({ runsOutIn, runsOutEarly, runsOutLate }: RunningOut): string | null {
  if (runsOutIn === null || runsOutIn <= 0 || runsOutEarly === null || runsOutLate === null) return null;
  if (runsOutIn >= farthestDay) return s.farAway;
  return s.runsOutRange(runsOutEarly, runsOutLate);
}

/** From this chance on it is worth a word, although lasting is likelier. */
const earlyChance = 35;

type AtRisk = Pick<RunningOut, 'runsOutIn' | 'alertDays'> & { goneInAlertDays: number };

/** What may run out within its alert days all the same; null for what does so anyway, or hardly. */
export function earlyRisk(row: AtRisk): string | null {
  if (runsOutBand(row) !== 'ok' || row.goneInAlertDays < earlyChance) return null;
  return s.earlyRisk(row.goneInAlertDays, row.alertDays);
}
