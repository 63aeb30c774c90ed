// Writes a .br and a .gz beside every text file of the build, so that the server never compresses on the fly.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const dist = fileURLToPath(new URL('../dist', import.meta.url));
const compressible = /\.(js|css|html|svg|json|webmanifest)$/;
/** Smaller files fit into one packet anyway. */
const bytesMin = 1024;
/** The placeholder is committed; nothing may appear beside it. */
const untouched = new Set(['placeholder.html']);

function files(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? files(path) : [path];
  });
}

let count = 0;
for (const path of files(dist)) {
  if (!compressible.test(path) || statSync(path).size < bytesMin) continue;
  if (untouched.has(path.slice(dist.length + 1))) continue;
  const content = readFileSync(path);
  writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  writeFileSync(`${path}.br`, brotliCompressSync(content, { params }));
  count += 1;
}
console.log(`precompressed ${count} files`);
