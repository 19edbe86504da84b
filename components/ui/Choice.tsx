import type { LucideIcon } from 'lucide-react';

export function Choice(props: {
  Icon: LucideIcon;
  title: string;
  text: string;
  onClick: () => void;
}) {
  return (
    <button
      type="button"
      onClick={props.onClick}
      className="flex items-center gap-4 rounded-2xl border border-line bg-surface p-4 text-start hover:border-accent"
    >
      <span className="rounded-xl bg-accent-soft p-2.5 text-accent">
        <props.Icon aria-hidden size={20} />
      </span>
      <span>
        <span className="block text-sm font-semibold">{props.title}</span>
        <span className="block text-xs text-muted">{props.text}</span>
      </span>
    </button>
  );
}
