import { noArguments, readCommandLine } from '../../server/command-line.ts';
import { COINSPECT, coinspectRows, STATES } from '../helpers/coinspect-rows.ts';
import { hasTest, linksIn, namesTest } from '../helpers/document-links.ts';
import { lastResults, resultOf } from '../helpers/test-results.ts';

readCommandLine('npm run score', noArguments);

const results = lastResults();

/** Returns a text with links replaced by the title of the test and its file. */
const plain = (text: string) =>
  text.replaceAll(/\[([^\]]+)\]\(([^)]+)\)/g, '“$1” ($2)').replaceAll('`', '');

const rows = coinspectRows().map((row) => {
  const tests = linksIn(row.evidence, COINSPECT)
    .filter(namesTest)
    .map((link) => ({
      ...link,
      result: !hasTest(link) ? 'missing' : results === undefined ? '' : resultOf(results, link),
    }));
  return { ...row, tests, isProven: tests.every(({ result }) => /^(?:passed|)$/.test(result)) };
});

for (const { id, criterion, state, evidence, tests } of rows) {
  console.log(`${id}  ${state.padEnd(10)}  ${plain(criterion)}\n    ${plain(evidence)}`);
  for (const { title, result } of tests)
    if (result !== '') console.log(`    ${result.padEnd(7)}  “${title}”`);
}

const counts = STATES.map((state) => rows.filter((row) => row.state === state));
const [shown = [], read = [], partly = [], open = []] = counts;
const proven = shown.filter(({ isProven }) => isProven).length;
const missed = shown.length - proven;
console.log(
  `\n${proven} of ${rows.length} ${results === undefined ? 'claimed to be ' : ''}shown by tests, ${read.length} by reading, ` +
    `${partly.length} partly, ${open.length} open${missed === 0 ? '' : `; ${missed} with a test that didn’t pass`}`,
);
console.log(
  results === undefined
    ? 'No results are here: only the existence of the tests was checked. Run `npm run test:all` first.'
    : `By the results of the last run, ${new Date(results.startTime).toISOString()}.`,
);
