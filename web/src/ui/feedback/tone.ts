/** What a colour means; the word beside it says the same. */
export type Tone = 'out' | 'crit' | 'low' | 'ok' | 'info' | 'mute';

export const toneText: Record<Tone, string> = {
  out: 'text-out-fg',
  crit: 'text-crit-fg',
  low: 'text-low-fg',
  ok: 'text-ok-fg',
  info: 'text-info-fg',
  mute: 'text-mute-fg',
};

export const toneFill: Record<Tone, string> = {
  out: 'bg-out-bg text-out-fg',
  crit: 'bg-crit-bg text-crit-fg',
  low: 'bg-low-bg text-low-fg',
  ok: 'bg-ok-bg text-ok-fg',
  info: 'bg-info-bg text-info-fg',
  mute: 'bg-mute-bg text-mute-fg',
};

export const toneSolid: Record<Tone, string> = {
  out: 'bg-out-solid',
  crit: 'bg-crit-solid',
  low: 'bg-low-solid',
  ok: 'bg-ok-solid',
  info: 'bg-info-solid',
  mute: 'bg-mute-solid',
};
