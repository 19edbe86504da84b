import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseMessagesFile } from '@wxt-dev/i18n/build';
import { noArguments, readCommandLine } from '../../server/command-line.ts';
import { LANGUAGES } from '../../shared/texts.ts';
import { type TextPlace, textPlaces } from '../helpers/text-places.ts';

const LOCALES = fileURLToPath(new URL('../../components/locales/', import.meta.url));
const OUTPUT = fileURLToPath(new URL('../../.output/', import.meta.url));

readCommandLine('npm run texts', noArguments);

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Returns a language's texts by key. The plural forms of a text are separate lines. */
async function textsOf(language: string): Promise<ReadonlyMap<string, string>> {
  const folder = `${LOCALES}${language}/`;
  const texts = new Map<string, string>();
  for (const file of readdirSync(folder)) {
    for (const message of await parseMessagesFile(`${folder}${file}`)) {
      // Skips texts such as `@@ui_locale`, which the parser adds and every browser has.
      if (message.key[0]?.startsWith('@@')) continue;
      const key = [file.replace('.yml', ''), ...message.key].join('.');
      texts.set(key, message.type === 'plural' ? formsText(message.plurals) : message.message);
    }
  }
  return texts;
}

const formsText = (forms: Readonly<Record<string, string>>) =>
  Object.entries(forms)
    .map(([count, form]) => `${count}: ${form}`)
    .join('\n');

function placesText(places: readonly TextPlace[]): string {
  return places
    .map(({ file, purpose }) => `${escaped(purpose)} <small>${escaped(file)}</small>`)
    .join('<br>');
}

const columns = await Promise.all(
  LANGUAGES.map(async (language) => ({ language, texts: await textsOf(language) })),
);
const flat = (key: string) => key.replaceAll('.', '_');
const keys = [...(columns[0]?.texts.keys() ?? [])];
const places = textPlaces(keys.map(flat));
const rows = keys.map((key) => {
  const cells = columns.map(
    ({ language, texts }) => `<td lang="${language}">${escaped(texts.get(key) ?? '')}</td>`,
  );
  return `<tr><th scope="row">${key}</th>${cells.join('')}<td>${placesText(places.get(flat(key)) ?? [])}</td></tr>`;
});
const heads = ['Key', ...LANGUAGES, 'Where it is shown'].map(
  (head) => `<th scope="col">${head}</th>`,
);
mkdirSync(OUTPUT, { recursive: true });
writeFileSync(
  `${OUTPUT}texts.html`,
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Condor's texts</title>
<style>body{font:15px system-ui}table{border-collapse:collapse}td,th{border:1px solid #ccc;padding:4px 8px;text-align:start;vertical-align:top;white-space:pre-line}small{color:#555}</style>
<h1>Condor's texts</h1>
<p><code>{name}</code> and <code>$1</code> are replaced by values: keep them, in the order that your language needs. <code>$1</code> is the number of a plural.</p>
<p>A plural has one form for each line: <code>1</code> for exactly one, <code>n</code> for every other number, and <code>0</code> for none if that differs. A language with more forms, such as Polish or Arabic, needs a change of <code>pluralOf</code> in <code>shared/texts.ts</code> first.</p>
<table><thead><tr>${heads.join('')}</tr></thead><tbody>
${rows.join('\n')}
</tbody></table></html>
`,
);
console.log(`${rows.length} texts in .output/texts.html`);
