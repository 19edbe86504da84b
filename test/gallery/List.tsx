import { useState } from 'react';
import { LANGUAGES } from '../../shared/texts.ts';
import { type Entry, type Group, SIZES } from './entry.ts';

const THEMES = ['light', 'dark'] as const;

/** Lists all entries by name, and shows the chosen one in a frame with the entry's size. */
export function List({ groups }: { groups: readonly Group[] }) {
  const entries = groups.flatMap((group) => group.entries);
  const [name, setName] = useState(location.hash.slice(1) || entries[0]?.name);
  const [theme, setTheme] = useState<(typeof THEMES)[number]>('light');
  const [language, setLanguage] = useState<(typeof LANGUAGES)[number]>('en');
  const entry = entries.find((known) => known.name === name);
  return (
    <div className="flex h-full bg-raised text-ink">
      <nav className="w-64 shrink-0 overflow-y-auto border-e border-line bg-surface p-3 text-sm">
        <div className="mb-3 flex gap-2">
          <Choice values={THEMES} value={theme} onChange={setTheme} />
          <Choice values={LANGUAGES} value={language} onChange={setLanguage} />
        </div>
        {groups.map((group) => (
          <section key={group.title}>
            <h2 className="mt-3 font-semibold">{group.title}</h2>
            {group.entries.map((known) => (
              <a
                key={known.name}
                href={`#${known.name}`}
                data-width={SIZES[known.size][0]}
                data-height={SIZES[known.size][1]}
                onClick={() => setName(known.name)}
                className={`block rounded px-2 py-0.5 ${known.name === name ? 'bg-accent-soft text-accent' : ''}`}
              >
                {known.name}
              </a>
            ))}
          </section>
        ))}
      </nav>
      <main className="flex-1 overflow-auto p-6">
        {entry === undefined ? null : <Frame entry={entry} theme={theme} language={language} />}
      </main>
    </div>
  );
}

function Frame(props: { entry: Entry; theme: string; language: string }) {
  const { entry, theme, language } = props;
  const [width, height] = SIZES[entry.size];
  return (
    <iframe
      key={`${language} ${theme}`}
      title={entry.name}
      src={`?language=${language}&theme=${theme}#${entry.name}`}
      style={{ width, height }}
      className="border border-line shadow-xl"
    />
  );
}

function Choice<Value extends string>(props: {
  values: readonly Value[];
  value: Value;
  onChange: (value: Value) => void;
}) {
  return (
    <select
      value={props.value}
      onChange={({ target }) => {
        const chosen = props.values.find((value) => value === target.value);
        if (chosen !== undefined) props.onChange(chosen);
      }}
      className="rounded border border-line bg-surface p-1"
    >
      {props.values.map((value) => (
        <option key={value}>{value}</option>
      ))}
    </select>
  );
}
