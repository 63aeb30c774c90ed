// Weighs, gzipped, what a first visit loads, and fails when a screen has grown too heavy.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const dist = fileURLToPath(new URL('../dist', import.meta.url));
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));
const kb = 1024;

/** Each file is a question of its own, and on a slow line each costs more than what it weighs. */
const scriptsMax = 16;

const weights = new Map();
function gzipped(file) {
  if (!weights.has(file)) weights.set(file, gzipSync(readFileSync(join(dist, file)), { level: 9 }).length);
  return weights.get(file);
}

/** A woff2 is compressed already and travels as it is. */
function travelled(file) {
  return file.endsWith('.woff2') ? readFileSync(join(dist, file)).length : gzipped(file);
}

/** A chunk and everything it imports at once. */
function withImports(key, seen = new Set()) {
  if (seen.has(key)) return seen;
  seen.add(key);
  for (const imported of manifest[key].imports ?? []) withImports(imported, seen);
  return seen;
}

function routeKeys() {
  return Object.keys(manifest).filter((key) => key.startsWith('src/routes/') && key.includes('tsr-split=component'));
}

function routeKey(file) {
  const key = routeKeys().find((candidate) => candidate.startsWith(`src/routes/${file}?`));
  if (!key) throw new Error(`the build has no chunk for the route ${file}`);
  return key;
}

/** The files of a visit: the entry, then the chunks of the layout and of the screen. */
function visit(...routes) {
  const keys = new Set(['index.html', ...routes.map(routeKey)].flatMap((key) => [...withImports(key)]));
  const js = [...keys].map((key) => manifest[key].file);
  const css = [...new Set([...keys].flatMap((key) => manifest[key].css ?? []))];
  return { js, css };
}

const sum = (files, weigh) => files.reduce((total, file) => total + weigh(file), 0);
const sans = readdirSync(join(dist, 'assets'))
  .filter((file) => file.startsWith('inter-latin'))
  .map((file) => `assets/${file}`);

const login = visit('login.tsx');
const rows = [{ what: '/login: JavaScript', bytes: sum([...login.js, 'theme.js'], gzipped), limit: 135 * kb }];

const crowded = [];
for (const screen of ['dashboard', 'productos', 'pedidos', 'configuracion']) {
  const { js } = visit('_app.tsx', `_app.${screen}.tsx`);
  if (js.length > scriptsMax) crowded.push(`/${screen}: ${js.length} scripts of ${scriptsMax}`);
}

for (const screen of ['dashboard', 'productos']) {
  const { js, css } = visit('_app.tsx', `_app.${screen}.tsx`);
  const files = ['index.html', 'theme.js', 'icon.svg', ...js, ...css, ...sans];
  rows.push({ what: `/${screen}: everything`, bytes: sum(files, travelled), limit: 240 * kb });
}

rows.push({ what: 'CSS', bytes: sum(login.css, gzipped), limit: 20 * kb });

for (const key of routeKeys()) {
  const name = key.slice('src/routes/'.length).replace(/\.tsx\?.*$/, '');
  rows.push({ what: `route chunk ${name}`, bytes: gzipped(manifest[key].file), limit: 40 * kb });
}

const width = Math.max(...rows.map((row) => row.what.length));
for (const { what, bytes, limit } of rows) {
  const mark = bytes > limit ? '  too heavy' : '';
  const figure = (bytes / kb).toFixed(1).padStart(7);
  console.log(`${what.padEnd(width)} ${figure} KB of ${String(limit / kb).padStart(4)} KB${mark}`);
}
for (const line of crowded) console.log(`${line}  too many`);
process.exit(crowded.length > 0 || rows.some((row) => row.bytes > row.limit) ? 1 : 0);
