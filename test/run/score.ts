import { noArguments, readCommandLine } from '../../server/command-line.ts';
import { coinspectRows, STATES } from '../helpers/coinspect-rows.ts';

readCommandLine('npm run score', noArguments);

/** Shows a link as the title of the test, and its file. */
const plain = (text: string) =>
  text.replaceAll(/\[([^\]]+)\]\(([^)]+)\)/g, '“$1” ($2)').replaceAll('`', '');

const rows = coinspectRows();
for (const { id, criterion, state, evidence } of rows)
  console.log(`${id}  ${state.padEnd(10)}  ${plain(criterion)}\n    ${plain(evidence)}`);

const [shown, read, partly, open] = STATES.map(
  (state) => rows.filter((row) => row.state === state).length,
);
console.log(
  `\n${shown} of ${rows.length} shown by tests, ${read} by reading, ${partly} partly, ${open} open`,
);
