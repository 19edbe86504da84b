/** A result of one check. A problem needs an action; a warning may be on purpose. */
export interface Finding {
  readonly level: 'ok' | 'warning' | 'problem';
  readonly topic: string;
  readonly text: string;
  readonly advice?: string;
}

/** Returns functions that create findings about one topic. */
export function findingsOf(topic: string) {
  return {
    ok: (text: string): Finding => ({ level: 'ok', topic, text }),
    warning: (text: string, advice: string): Finding => ({
      level: 'warning',
      topic,
      text,
      advice,
    }),
    problem: (text: string, advice: string): Finding => ({
      level: 'problem',
      topic,
      text,
      advice,
    }),
  };
}

/** Returns a finding as text: one line, and an indented line with the advice. */
export function show({ level, topic, text, advice }: Finding): string {
  const line = `${level.padEnd(7)}  ${topic}: ${text}`;
  return advice === undefined ? line : `${line}\n         → ${advice}`;
}
