import { readFileSync } from 'node:fs';

/**
 * Returns the shell commands of a document's section (or of the whole document), one text per
 * block.
 */
export function documentedCommands(file: URL, heading?: string): string[] {
  return documentedBlocks(file, 'sh', heading);
}

/** Returns the code blocks of a language in a document's section (or in the whole document). */
export function documentedBlocks(file: URL, language: string, heading?: string): string[] {
  const text = readFileSync(file, 'utf8');
  const section = heading === undefined ? text : sectionOf(text, heading);
  const block = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm');
  return [...section.matchAll(block)].map(([, content = '']) => content);
}

/** Returns a section, up to the next heading of the same level or above. */
function sectionOf(text: string, heading: string): string {
  const start = text.indexOf(`\n${heading}\n`);
  if (start < 0) throw new Error(`the document has no heading "${heading}"`);
  const level = /^#+/.exec(heading)?.[0].length ?? 1;
  const rest = text.slice(start + heading.length + 2);
  const end = rest.search(new RegExp(`^#{1,${level}} `, 'm'));
  return end < 0 ? rest : rest.slice(0, end);
}
