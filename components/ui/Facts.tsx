import { createContext, type ReactNode, use } from 'react';

type Look = 'rows' | 'tiles' | 'texts' | 'bytes';

/** For each look, the list's fixed classes, and its classes that the caller can replace. */
const LIST: Readonly<Record<Look, readonly [string, string]>> = {
  rows: ['flex flex-col gap-1.5 empty:hidden', 'text-sm'],
  tiles: [
    'grid shrink-0 gap-px overflow-hidden rounded-xl border border-line bg-line',
    'grid-cols-2 text-sm',
  ],
  texts: ['flex flex-col gap-2', 'text-sm'],
  bytes: ['flex flex-col gap-2', 'text-xs'],
};

const FACT: Readonly<Record<Look, { both: string; label: string; value: string }>> = {
  rows: {
    both: 'flex items-baseline justify-between gap-x-4',
    label: 'max-w-3/5 shrink-0 break-words hyphens-auto text-muted',
    value: 'min-w-0 text-end font-medium wrap-anywhere',
  },
  tiles: {
    both: 'min-w-0 bg-surface px-3 py-2 last:odd:col-span-full',
    label: 'text-xs break-words hyphens-auto text-muted',
    value: 'font-semibold break-words',
  },
  texts: { both: '', label: 'font-semibold', value: 'text-muted' },
  bytes: {
    both: '',
    label: 'flex items-center gap-1 text-muted',
    value: 'max-h-32 overflow-y-auto font-mono break-all',
  },
};

const LookContext = createContext<Look>('rows');

/**
 * Shows a list of names with their values. `rows` have name and value in one line, `tiles` have the
 * value below the name, `texts` are sentences below a name, and `bytes` scroll.
 */
export function Facts(props: {
  look?: Look;
  className?: string;
  testId?: string;
  children: ReactNode;
}) {
  const { look = 'rows' } = props;
  const [fixed, usual] = LIST[look];
  return (
    <LookContext value={look}>
      <dl className={`${fixed} ${props.className ?? usual}`} data-testid={props.testId}>
        {props.children}
      </dl>
    </LookContext>
  );
}

export function Fact(props: {
  label: ReactNode;
  text: ReactNode;
  /** The exact form of the value, which is copied and shown on hover. */
  exact?: string | undefined;
  /** Text on hover, instead of the exact form. */
  hint?: string | undefined;
  /** Classes of the value, such as a tone. */
  tone?: string;
  testId?: string;
}) {
  const { both, label, value } = FACT[use(LookContext)];
  return (
    <div className={both}>
      <dt className={label}>{props.label}</dt>
      <dd
        className={`${value} ${props.tone ?? ''}`}
        title={props.hint ?? props.exact}
        data-exact={props.exact}
        data-testid={props.testId}
      >
        {props.text}
      </dd>
    </div>
  );
}
