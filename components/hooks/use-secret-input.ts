import { type ChangeEvent, type RefObject, useRef, useState } from 'react';

export interface SecretInput {
  /** True when the user has typed something. */
  readonly isFilled: boolean;
  /** The text as typed. */
  read: () => string;
  clear: () => void;
  readonly props: {
    readonly ref: RefObject<HTMLInputElement | null>;
    readonly autoComplete: 'off';
    readonly spellCheck: false;
    readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void;
  };
}

/**
 * An input for a secret. It is uncontrolled, because React would copy the text of a controlled
 * input into its state and into the `value` attribute. The text exists only in the browser's input.
 */
export function useSecretInput(): SecretInput {
  const ref = useRef<HTMLInputElement>(null);
  const [isFilled, setIsFilled] = useState(false);
  return {
    isFilled,
    read: () => ref.current?.value ?? '',
    clear() {
      if (ref.current !== null) ref.current.value = '';
      setIsFilled(false);
    },
    props: {
      ref,
      autoComplete: 'off',
      spellCheck: false,
      onChange: (event) => setIsFilled(event.target.value.trim() !== ''),
    },
  };
}
