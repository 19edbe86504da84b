export function Acknowledgement(props: {
  sentence: string;
  isGiven: boolean;
  onChange: (isGiven: boolean) => void;
}) {
  return (
    <label
      data-warning
      className="flex items-start gap-2 rounded-xl bg-bad-soft p-3 text-sm text-bad"
    >
      <input
        type="checkbox"
        className="mt-1"
        checked={props.isGiven}
        onChange={(event) => props.onChange(event.target.checked)}
      />
      {props.sentence}
    </label>
  );
}
