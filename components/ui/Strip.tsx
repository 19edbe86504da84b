import { ChevronRight } from 'lucide-react';

const TONES = {
  accent: 'bg-accent-soft text-accent',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
} as const;

/** Shows a line across the page that links to something unfinished. */
export function Strip(props: {
  title: string;
  text?: string;
  tone: keyof typeof TONES;
  className?: string;
  /** Action of the link, or an address that opens in a new tab. */
  to: (() => void) | string;
}) {
  const { to, title, text, className = '' } = props;
  const look = `flex w-full items-center gap-2 px-4 py-2 text-start text-xs ${TONES[props.tone]} ${className}`;
  const contents = (
    <>
      <span className="min-w-0 flex-1">
        <span className="font-semibold">{title}</span>
        {text === undefined ? null : ` · ${text}`}
      </span>
      <ChevronRight aria-hidden size={14} className="shrink-0" />
    </>
  );
  return typeof to === 'string' ? (
    <a href={to} target="_blank" rel="noreferrer" className={look}>
      {contents}
    </a>
  ) : (
    <button type="button" onClick={to} className={look}>
      {contents}
    </button>
  );
}
