import type { ReactNode } from 'react';

/** Shows a button-like link that saves JSON text as a file with today's date in its name. */
export function DownloadLink(props: {
  name: string;
  text: string;
  onClick?: () => void;
  children: ReactNode;
}) {
  return (
    <a
      className="inline-flex min-h-10 items-center justify-center rounded-xl bg-accent px-4 text-sm font-semibold text-accent-ink hover:brightness-110"
      download={`${props.name}-${new Date().toISOString().slice(0, 10)}.json`}
      href={`data:application/json,${encodeURIComponent(props.text)}`}
      onClick={props.onClick}
    >
      {props.children}
    </a>
  );
}
