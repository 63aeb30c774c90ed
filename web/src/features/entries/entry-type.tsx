import { Badge } from '@/ui/feedback/badge';
import type { Tone } from '@/ui/feedback/tone';
import { type EntryType, entryTypes, strings } from './strings';

const tones: Record<EntryType, Tone> = { purchase: 'ok', return: 'info', adjustment: 'crit', manual: 'mute' };

export function EntryTypeBadge({ type }: { type: EntryType }) {
  return <Badge tone={tones[type]}>{strings.types[type]}</Badge>;
}

export const entryTypeOptions = entryTypes.map((value) => ({ value, label: strings.types[value] }));
