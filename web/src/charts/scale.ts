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
