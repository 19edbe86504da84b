import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * What `npm run server` gives to Node: package.json is the one place for the heap's settings and
 * the preloaded file. Paths are made absolute, so that it works from any folder.
 */
export function serverArguments(): string[] {
  const { scripts }: { scripts: { server: string } } = JSON.parse(
    readFileSync(`${ROOT}package.json`, 'utf8'),
  );
  const words = scripts.server.split(' ');
  return words
    .slice(words.indexOf('node') + 1)
    .map((argument) => argument.replace(/(?<=^|=)(\.\/)?(?=server\/)/, ROOT));
}
