import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Joins the texts of each language into one file, as the i18n library requires.
 * @returns the folder with the joined files.
 */
export function joinLocales(): string {
  const from = fileURLToPath(new URL('../../components/locales/', import.meta.url));
  const to = fileURLToPath(new URL('../../.output/locales/', import.meta.url));
  mkdirSync(to, { recursive: true });
  const languages = readdirSync(from, { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  for (const { name: language } of languages) {
    const areas = readdirSync(`${from}${language}`).filter((name) => name.endsWith('.yml'));
    const text = areas.map((area) => {
      const lines = readFileSync(`${from}${language}/${area}`, 'utf8').trimEnd().split('\n');
      return [`${area.slice(0, -'.yml'.length)}:`, ...lines.map((line) => `  ${line}`)].join('\n');
    });
    const file = `${to}${language}.yml`;
    const joined = `${text.join('\n')}\n`;
    // Written only if changed, because each write makes `npm run dev` reload the extension.
    if (!existsSync(file) || readFileSync(file, 'utf8') !== joined) writeFileSync(file, joined);
  }
  return to;
}
