import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { noArguments, readCommandLine } from '../../server/command-line.ts';
import { isRecord } from '../../shared/is-record.ts';
import { LANGUAGES } from '../../shared/texts.ts';
import { type TextPlace, textPlaces } from '../helpers/text-places.ts';

const LOCALES = fileURLToPath(new URL('../../components/locales/', import.meta.url));
const OUTPUT = fileURLToPath(new URL('../../.output/', import.meta.url));

readCommandLine('npm run texts', noArguments);

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Returns the texts of a language by key; the forms of a plural are one text in lines. */
function textsOf(language: string): ReadonlyMap<string, string> {
  const folder = `${LOCALES}${language}/`;
  return new Map(
    readdirSync(folder).flatMap((file) => {
      const texts: unknown = parse(readFileSync(`${folder}${file}`, 'utf8'));
      return Object.entries(isRecord(texts) ? texts : {}).map(
        ([key, text]) => [`${file.replace('.yml', '')}.${key}`, textOf(text)] as const,
      );
    }),
  );
}

function textOf(text: unknown): string {
  if (!isRecord(text)) return String(text);
  return Object.entries(text)
    .map(([count, form]) => `${count}: ${String(form)}`)
    .join('\n');
}

function placesText(places: readonly TextPlace[]): string {
  return places
    .map(({ file, purpose }) => `${escaped(purpose)} <small>${escaped(file)}</small>`)
    .join('<br>');
}

const columns = LANGUAGES.map((language) => ({ language, texts: textsOf(language) }));
const places = textPlaces();
const rows = [...(columns[0]?.texts.keys() ?? [])].map((key) => {
  const cells = columns.map(
    ({ language, texts }) => `<td lang="${language}">${escaped(texts.get(key) ?? '')}</td>`,
  );
  return `<tr><th scope="row">${key}</th>${cells.join('')}<td>${placesText(places.get(key) ?? [])}</td></tr>`;
});
const heads = ['Key', ...LANGUAGES, 'Where it is shown'].map(
  (head) => `<th scope="col">${head}</th>`,
);
mkdirSync(OUTPUT, { recursive: true });
writeFileSync(
  `${OUTPUT}texts.html`,
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Condor's texts</title>
<style>body{font:15px system-ui}table{border-collapse:collapse}td,th{border:1px solid #ccc;padding:4px 8px;text-align:start;vertical-align:top;white-space:pre-line}small{color:#555}</style>
<h1>Condor's texts</h1><table><thead><tr>${heads.join('')}</tr></thead><tbody>
${rows.join('\n')}
</tbody></table></html>
`,
);
console.log(`${rows.length} texts in .output/texts.html`);
