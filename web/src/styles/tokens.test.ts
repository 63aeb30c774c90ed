// @vitest-environment node
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const css = readFileSync('src/styles/tokens.css', 'utf8');

type Tokens = Record<string, string>;

function tokensOf(selector: string): Tokens {
  const start = css.indexOf(`${selector} {`);
  const block = css.slice(start, css.indexOf('\n}', start));
  const pairs = [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)];
  return Object.fromEntries(pairs.map(([, name = '', value = '']) => [name, value]));
}

const themes = { light: tokensOf(':root'), dark: tokensOf("[data-theme='dark']") };

/** WCAG 2.2 relative luminance. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

type Pair = { front: string; back: string; light: number; dark: number };

/** The worst pair of each group may not fall below what was measured when the palette was chosen. */
const groups: Pair[] = [
  ...on('ink', ['canvas', 'surface', 'surface-2'], 14.2, 13.2),
  ...on('ink-2', ['canvas', 'surface', 'surface-2'], 6.5, 7.4),
  ...on('ink-3', ['canvas', 'surface', 'surface-2'], 4.7, 5.7),
  ...on('ink-3', ['surface-3'], 4.3, 4.5),
  ...on('accent', ['canvas', 'surface', 'accent-soft'], 5.75, 6.1),
  ...on('on-accent', ['accent', 'accent-hover'], 6.6, 8),
  ...on('on-accent', ['danger', 'danger-hover'], 6.7, 5.7),
  ...on('field', ['canvas', 'surface'], 3.2, 3.7),
  ...on('focus', ['canvas', 'surface', 'rail'], 3.35, 7.7),
  ...on('rail-ink', ['rail', 'rail-2'], 7.4, 7.4),
  ...on('rail-ink-2', ['rail'], 7.3, 7.4),
  ...on('on-rail-accent', ['rail-accent'], 7, 7),
  ...on('on-badge', ['badge'], 5, 5),
  ...['out', 'crit', 'low', 'ok', 'info', 'mute'].flatMap((state) => [
    ...on(`${state}-fg`, [`${state}-bg`], 6.3, 6.7),
    ...on(`${state}-fg`, ['surface', 'canvas'], 6.3, 6.7),
    ...on(`${state}-solid`, ['surface'], 3.3, 5.1),
  ]),
  ...[1, 2, 3, 4, 5, 6].flatMap((series) => on(`chart-${series}`, ['surface'], 3, 3)),
];

function on(front: string, backs: string[], light: number, dark: number): Pair[] {
  return backs.map((back) => ({ front, back, light, dark }));
}

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  const tokens = themes[theme];

  test.each(groups)('$front on $back', ({ front, back, ...least }) => {
    const [one, other] = [tokens[front], tokens[back]];
    if (!one || !other) throw new Error(`a token is missing: ${front} or ${back}`);
    expect(contrast(one, other)).toBeGreaterThanOrEqual(least[theme]);
  });
});

test('both themes name the same tokens', () => {
  expect(Object.keys(themes.dark)).toEqual(Object.keys(themes.light));
});

test('every token has a class', () => {
  for (const name of Object.keys(themes.light)) expect(css).toContain(`--color-${name}: var(--${name});`);
});
