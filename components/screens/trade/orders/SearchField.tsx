import { Search } from 'lucide-react';
import { type ComponentProps, useRef } from 'react';
import { useKey } from '../../../hooks/use-key.ts';

/** Shows a search field that gets the focus when the user presses `/`. */
export function SearchField({
  label,
  className = '',
  onSearch,
  ...rest
}: Pick<ComponentProps<'input'>, 'placeholder'> & {
  label: string;
  value: string;
  className?: string;
  onSearch: (search: string) => void;
}) {
  const field = useRef<HTMLInputElement>(null);
  useKey('/', () => field.current?.select());
  return (
    <label
      className={`flex flex-1 items-center gap-2 rounded-xl border border-line bg-surface px-3 text-sm focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent ${className}`}
    >
      <Search aria-hidden size={14} className="text-muted" />
      <input
        {...rest}
        ref={field}
        type="search"
        aria-label={label}
        aria-keyshortcuts="/"
        maxLength={60}
        onChange={(event) => onSearch(event.target.value)}
        className="min-h-10 min-w-0 flex-1 bg-transparent outline-none placeholder:text-muted"
      />
    </label>
  );
}
