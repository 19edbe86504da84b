import { type Prose, readCode, readStrings } from './read-prose.ts';

const COUNT = 40;
const FOLDERS = ['shared', 'server', 'entrypoints', 'components', 'test'];

const [seed = '1', ...folders] = process.argv.slice(2);
const code = readCode(folders.length > 0 ? folders : FOLDERS);

console.log('Read each line once. Count those that you had to read again.');
show(
  'Comments',
  code.filter(({ kind }) => kind === 'comment'),
);
show('Strings of the screens', readStrings('en'));
show(
  'Test titles',
  code.filter(({ kind }) => kind === 'title'),
);

function show(name: string, all: readonly Prose[]): void {
  console.log(`\n${name} (${Math.min(COUNT, all.length)} of ${all.length})\n`);
  for (const { file, line, text } of draw(all)) console.log(`${text}\n    ${file}:${line}`);
}

/** Draws without replacement. For equal seeds and code, the lines are equal. */
function draw(all: readonly Prose[]): Prose[] {
  const random = mulberry32(Number(seed));
  return all
    .map((prose) => ({ prose, rank: random() }))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, COUNT)
    .map(({ prose }) => prose);
}

/** Returns the Mulberry32 generator by Tommy Ettinger: numbers from 0 up to 1. */
function mulberry32(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}
