/** Round whole steps from zero up to at least `top`, about `count` of them. */
export function roundTicks(top: number, count = 4): number[] {
  const rough = Math.max(1, top / count);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= rough) ?? rough;
  const steps = Math.max(1, Math.ceil(top / step));
  return Array.from({ length: steps + 1 }, (_, index) => index * step);
}

export function clamp(value: number, max: number): number {
  return Math.min(Math.max(0, value), Math.max(0, max));
}

/** The width of one character of an axis, and the gap to the picture. */
const characterWidth = 6.4;
const labelGap = 10;

/** The room beside a picture that its longest label needs, but never less than it usually has. */
export function labelRoom(labels: string[], usual: number): number {
  return Math.max(usual, ...labels.map((label) => Math.ceil(label.length * characterWidth) + labelGap));
}

/** The steps that divide a span into about `count` parts: 1, 2 or 5 times a power of ten. */
function niceStep(span: number, count: number): number {
  const rough = span / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const error = rough / power;
  if (error >= Math.sqrt(50)) return 10 * power;
  if (error >= Math.sqrt(10)) return 5 * power;
  return error >= Math.sqrt(2) ? 2 * power : power;
}

/** To a whole number of steps, of which a fraction that is only rounding is none. */
function roundUp(value: number, step: number): number {
  return Math.ceil(value / step - 1e-9) * step;
}

export type Axis = {
  /** Where a value lies. */
  at: (value: number) => number;
  ticks: number[];
};

/** An axis from zero up to a round value at or above `top`, drawn from `foot` up to `head`, with whole ticks. */
export function valueAxis(top: number, { foot, head }: { foot: number; head: number }, count = 4): Axis {
  let step = niceStep(top, count);
  let end = roundUp(top, step);
  for (let before = 0; before !== step; end = roundUp(end, step)) {
    before = step;
    step = niceStep(end, count);
  }
  const ticks = Array.from({ length: Math.round(end / step) + 1 }, (_, index) => index * step);
  return { at: (value) => foot - (value / end) * (foot - head), ticks: ticks.filter(Number.isInteger) };
}

const minute = 60 * 1000;
const hour = 60 * minute;
const day = 24 * hour;

/** A division of the clock or the calendar: where its parts begin, and which of them get a tick. */
type Interval = {
  ms: number;
  floor: (at: Date) => Date;
  next: (at: Date) => Date;
  fits: (at: Date) => boolean;
};

const startOfDay = (at: Date, days = 0) => new Date(at.getFullYear(), at.getMonth(), at.getDate() + days);
const startOfMonth = (at: Date, months = 0) => new Date(at.getFullYear(), at.getMonth() + months);
const monthly = { floor: startOfMonth, next: (at: Date) => startOfMonth(at, 1) };
const daily = { floor: startOfDay, next: (at: Date) => startOfDay(at, 1) };

function clock(unit: number, every: number): Interval {
  return {
    ms: every * unit,
    floor: (at) => new Date(Math.floor(at.getTime() / unit) * unit),
    next: (at) => new Date(at.getTime() + unit),
    fits: (at) => (unit === hour ? at.getHours() : at.getMinutes()) % every === 0,
  };
}

function months(every: number): Interval {
  return { ms: every * 30 * day, ...monthly, fits: (at) => at.getMonth() % every === 0 };
}

function years(every: number): Interval {
  return {
    ms: every * 365 * day,
    ...monthly,
    fits: (at) => at.getMonth() === 0 && at.getFullYear() % every === 0,
  };
}

const calendar: Interval[] = [
  ...[1, 5, 15, 30].map((every) => clock(minute, every)),
  ...[1, 3, 6, 12].map((every) => clock(hour, every)),
  { ms: day, ...daily, fits: () => true },
  { ms: 2 * day, ...daily, fits: (at) => at.getDate() % 2 === 1 },
  { ms: 7 * day, ...daily, fits: (at) => at.getDay() === 0 },
  months(1),
  months(3),
  years(1),
];

function intervalFor(from: number, to: number, count: number): Interval {
  const wanted = (to - from) / count;
  const index = calendar.findIndex(({ ms }) => ms > wanted);
  const [less, more] = [calendar[index - 1], calendar[index]];
  if (!more) return years(Math.max(1, niceStep((to - from) / (365 * day), count)));
  return less && wanted / less.ms < more.ms / wanted ? less : more;
}

/** About `count` moments of a span at which something begins on the clock or in the calendar. */
export function timeTicks(from: number, to: number, count: number): number[] {
  const { floor, next, fits } = intervalFor(from, to, count);
  const ticks: number[] = [];
  for (let at = floor(new Date(from)); at.getTime() <= to; at = next(at)) {
    if (at.getTime() >= from && fits(at)) ticks.push(at.getTime());
  }
  return ticks;
}

export type Bands = { left: (index: number) => number; width: number; step: number };

const gap = 0.25;

/** Places side by side from `from` to `to`, with a quarter of each left free. */
export function bands(count: number, from: number, to: number): Bands {
  const step = (to - from) / (count + gap);
  return { left: (index) => from + step * (gap + index), width: step * (1 - gap), step };
}
