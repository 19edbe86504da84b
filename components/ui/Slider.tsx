import { useId } from 'react';

export function Slider(props: {
  label: string;
  text: string;
  /** Text for screen readers, instead of `text`. */
  words?: string | undefined;
  value: number;
  from: number;
  to: number;
  onChange: (value: number) => void;
}) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1 text-sm">
      <label htmlFor={id} className="flex flex-wrap justify-between gap-x-2">
        <span>{props.label}</span>
        <span aria-hidden className="font-semibold">
          {props.text}
        </span>
      </label>
      <input
        id={id}
        type="range"
        min={props.from}
        max={props.to}
        step={1}
        value={props.value}
        aria-valuetext={props.words ?? props.text}
        onChange={(event) => props.onChange(Number(event.target.value))}
        className="min-h-6 accent-accent"
      />
    </div>
  );
}
