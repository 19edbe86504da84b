import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';

export function OuterLink(props: { href: string; children: ReactNode }) {
  return (
    <a
      href={props.href}
      target="_blank"
      rel="noreferrer"
      className="inline-flex min-h-6 items-center gap-1 rounded-md text-accent hover:underline"
    >
      {props.children} <ExternalLink aria-hidden size={12} />
    </a>
  );
}
