import { CircleAlert, CircleCheck, CircleSlash, Clock, type LucideIcon, TriangleAlert, Truck } from 'lucide-react';
import type { Answer } from '@/lib/api-types';
import { cn } from '@/lib/cn';
import { Badge } from '@/ui/feedback/badge';
import { type Tone, toneFill } from '@/ui/feedback/tone';

export type AlertList = Answer<'/api/alerts/', 'get'>;
export type Alert = AlertList['results'][number];
export type AlertLevel = Alert['alertLevel'];

export const alertLevelNames: Record<AlertLevel, string> = {
  out_of_stock: 'Sin Stock',
  critical: 'Crítica',
  low: 'Baja',
  late: 'Retrasada',
};

const tones: Record<AlertLevel, Tone> = { out_of_stock: 'out', critical: 'crit', low: 'low', late: 'crit' };

const icons: Record<AlertLevel, LucideIcon> = {
  out_of_stock: CircleSlash,
  critical: CircleAlert,
  low: TriangleAlert,
  late: Truck,
};

/** The level of an alert as a sign, with its name for a user who cannot see it. */
export function AlertSign({ level }: { level: AlertLevel }) {
  const Icon = icons[level];
  return (
    <span className={cn('rounded-md p-1.5 [&_svg]:size-4', toneFill[tones[level]])}>
      <Icon aria-hidden />
      <span className="sr-only">{alertLevelNames[level]}</span>
    </span>
  );
}

/** What presses, and whether it still does: a resolved alert keeps its level without the colour. */
export function AlertBadges({ alert }: { alert: Alert }) {
  const { alertLevel, kind, state, shortage } = alert;
  const isResolved = state === 'resolved';
  return (
    <span className="flex flex-wrap gap-1">
      <Badge tone={isResolved ? 'mute' : tones[alertLevel]} icon={icons[alertLevel]}>
        {alertLevelNames[alertLevel]}
      </Badge>
      {kind === 'shortage' ? <Badge tone={isResolved || shortage === 0 ? 'mute' : 'crit'}>Faltante</Badge> : null}
      {kind === 'channel' ? <Badge tone="mute">Canal</Badge> : null}
      {state === 'snoozed' ? (
        <Badge tone="info" icon={Clock}>
          Pospuesta
        </Badge>
      ) : null}
      {isResolved ? (
        <Badge tone="ok" icon={CircleCheck}>
          Resuelta
        </Badge>
      ) : null}
    </span>
  );
}
