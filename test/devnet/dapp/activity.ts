import { byId, element } from './dom.ts';

export type Mood = 'busy' | 'good' | 'bad';

export function say(
  mood: Mood,
  text: string,
  details: Readonly<Record<string, string>> = {},
): void {
  const list = byId('activity', HTMLOListElement);
  const time = new Date().toLocaleTimeString();
  const facts = Object.entries(details).map(([name, value]) =>
    element('small', { class: 'muted', 'data-testid': `activity-${name}` }, ` ${value}`),
  );
  list.prepend(
    element(
      'li',
      { class: mood, 'data-testid': `activity-${mood}` },
      element('span', { class: 'muted' }, `${time} `),
      text,
      ...facts,
    ),
  );
}
