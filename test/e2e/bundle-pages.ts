import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const FOLDER = new URL('pages/', import.meta.url);

/** Bundles the pages' scripts in memory. Returns the code of each script by name. */
export async function bundlePages(names: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const code = new Map<string, string>();
  for (const name of names) {
    const built = await build({
      configFile: false,
      logLevel: 'error',
      root: fileURLToPath(FOLDER),
      define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
      build: {
        write: false,
        target: 'es2023',
        minify: false,
        chunkSizeWarningLimit: 10_000,
        rollupOptions: {
          input: fileURLToPath(new URL(`${name}.ts`, FOLDER)),
          output: { codeSplitting: false, entryFileNames: `${name}.js` },
        },
      },
    });
    for (const result of Array.isArray(built) ? built : [built]) {
      if (!('output' in result)) continue;
      for (const file of result.output) {
        if (file.type === 'chunk') code.set(basename(file.fileName, '.js'), file.code);
      }
    }
  }
  return code;
}
