// Fails where a line is longer than the formatter makes them. It breaks code, but neither comments nor texts.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const { formatter } = JSON.parse(readFileSync(`${root}/biome.json`, 'utf8'));

/** What a tool writes is as wide as the tool makes it. */
const generated = new Set(['src/lib/schema.d.ts', 'src/routeTree.gen.ts', 'package-lock.json']);

const own = readdirSync(root).filter((name) => !name.startsWith('.') && name.includes('.'));
const below = ['e2e', 'scripts', 'src'].flatMap((folder) =>
  readdirSync(`${root}/${folder}`, { recursive: true }).map((name) => `${folder}/${name}`),
);
const files = [...own, ...below].filter((file) => /\.(tsx?|mjs|css|json|html)$/.test(file) && !generated.has(file));

let tooLong = 0;
for (const file of files) {
  for (const [index, line] of readFileSync(`${root}/${file}`, 'utf8').split('\n').entries()) {
    const { length } = [...line];
    if (length <= formatter.lineWidth) continue;
    console.error(`web/${file}:${index + 1}: ${length} characters, ${formatter.lineWidth} are allowed`);
    tooLong += 1;
  }
}
if (tooLong > 0) process.exit(1);
