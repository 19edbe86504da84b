import { writeFileSync } from 'node:fs';
import { noArguments, readCommandLine } from '../../server/command-line.ts';
import { erc7730Files } from './contracts.ts';
import { readTexts } from './read-texts.ts';

const OUTPUT = new URL('../../shared/chain/erc7730/', import.meta.url);

readCommandLine('npm run erc7730', noArguments);

const textOf = await readTexts();
for (const [name, content] of Object.entries(erc7730Files(textOf))) {
  writeFileSync(new URL(name, OUTPUT), `${JSON.stringify(content, undefined, 2)}\n`);
  process.stdout.write(`shared/chain/erc7730/${name}\n`);
}
