/** A figure beside its name, in full on hover. */
export function FigureRow(props: { label: string; text: string; exact?: string }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="shrink-0 text-muted">{props.label}</dt>
      <dd className="min-w-0 text-right font-medium break-words" title={props.exact ?? props.text}>
        {props.text}
      </dd>
    </div>
  );
}
