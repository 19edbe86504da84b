import { writeFileSync } from 'node:fs';
import { NEGATIVE } from './negative.ts';
import { POSITIVE } from './positive.ts';

/** Folder to which `node test/helpers/second-vault/write-vectors.ts` writes the vector files. */
const FOLDER = new URL('../../vectors/', import.meta.url);

for (const [name, vectors] of Object.entries({ '': POSITIVE, '-negative': NEGATIVE })) {
  writeFileSync(
    new URL(`vault-format${name}.json`, FOLDER),
    `${JSON.stringify(vectors, null, 2)}\n`,
  );
}
