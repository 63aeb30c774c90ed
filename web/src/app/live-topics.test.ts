// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { reachOf } from './live-updates';

/** What the server tells of, by its own list. */
const topics = [...readFileSync('../internal/inventory/event.go', 'utf8').matchAll(/ Topic = "(\w+)"/g)].map(
  ([, name = '']) => name,
);

/** How the keys of everything begin that a screen asks for. */
function askedFor(): Set<string> {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.tsx?$/.test(name),
  );
  const texts = files.map((name) => readFileSync(join('src', name), 'utf8'));
  return new Set(
    texts.flatMap((text) => [...text.matchAll(/queryKey: \['([\w-]+)'/g)].map(([, key = '']) => key)),
  );
}

/** Who is there is asked for by the clock, and what a file would do only when somebody wants to see it. */
const notLive = ['presence', 'import-preview'];

test('whatever a screen shows is told of when it changes', () => {
  expect(topics.length).toBeGreaterThan(20);
  const told = reachOf(topics);
  expect([...askedFor()].filter((key) => !told.has(key)).toSorted()).toEqual(notLive.toSorted());
});
