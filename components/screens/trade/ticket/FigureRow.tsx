/** A figure beside its name, in full on hover and when it is copied. */
export function FigureRow(props: {
  label: string;
  text: string;
  exact?: string;
  /** Shown on hover instead of the exact figure. */
  hint?: string;
}) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <dt className="text-muted">{props.label}</dt>
      <dd
        className="ms-auto max-w-full text-end font-medium break-words"
        title={props.hint ?? props.exact ?? props.text}
        data-exact={props.exact}
      >
        {props.text}
      </dd>
    </div>
  );
}
