import type { ReactNode } from 'react';

/** On a wide page, shows a list with the details of the chosen entries beside it. */
export function Beside(props: { list: ReactNode; children: ReactNode }) {
  return (
    <div className="grid h-full grid-cols-[minmax(32rem,1fr)_minmax(23.5rem,24%)]">
      <div className="min-h-0 overflow-y-auto border-e border-line">{props.list}</div>
      <div className="min-h-0 overflow-y-auto" data-testid="beside">
        {props.children}
      </div>
    </div>
  );
}
