import type { ReceiverInput } from '../../../hooks/use-typed-receiver.ts';
import { Field } from '../../../ui/Field.tsx';
import { ReceiverFacts } from './ReceiverFacts.tsx';
import { ReceiverList } from './ReceiverList.tsx';

/**
 * Shows a field for a receiver. Below the field are the facts of the address, or a list of known
 * receivers.
 */
export function ReceiverField(props: {
  to: ReceiverInput;
  label: string;
  placeholder: string;
  looking: string;
  /** Advice about an address to which this wallet has never sent anything. */
  firstTime?: string;
}) {
  const { to, firstTime } = props;
  const { receiver, typed, setTyped } = to;
  const address = receiver?.address;
  return (
    <div className="flex flex-col gap-2">
      <Field
        label={props.label}
        placeholder={props.placeholder}
        value={typed}
        problem={receiver?.refusal}
        hint={receiver?.isLooking ? props.looking : receiver?.note}
        onType={setTyped}
      />
      {receiver !== undefined && address !== undefined ? (
        <ReceiverFacts
          receiver={{ ...receiver, address }}
          isAcknowledged={to.isAcknowledged}
          onAcknowledge={to.acknowledge}
          {...(firstTime === undefined ? {} : { firstTime })}
        />
      ) : (
        <ReceiverList typed={typed} from={to.from} onPick={setTyped} />
      )}
    </div>
  );
}
