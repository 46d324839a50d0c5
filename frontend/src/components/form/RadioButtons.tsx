import { useRef, type ComponentProps, type ComponentType, type KeyboardEvent, type ReactNode } from 'react';
import { tip } from '../tips';

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

export interface Choice {
  readonly value: string;
  /** Why it cannot be chosen, shown as its tooltip; omitted if it can. */
  readonly why?: string | undefined;
}

export interface RadioButtonsProps<Of extends Choice> {
  readonly label: string;
  readonly choices: readonly Of[];
  /** The chosen value; empty for none. */
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly disabled?: boolean;
  /** Digit keys choose, starting with 1. */
  readonly digits?: boolean;
  readonly tipOf?: (choice: Of) => string | undefined;
  /** Receives an object that focuses the group. */
  readonly ref?: ((control: { readonly focus: () => void } | null) => void) | undefined;
  readonly box: ComponentType<ComponentProps<'div'>>;
  readonly button: ComponentType<ComponentProps<'button'>>;
  readonly children: (choice: Of, number: number) => ReactNode;
}

/**
 * A radio group made of buttons, so that the single-key shortcuts of a screen also work while one has the focus. Arrow
 * keys move between the enabled ones, wrap around, and choose.
 */
export function RadioButtons<Of extends Choice>(props: RadioButtonsProps<Of>) {
  const { label, choices, value, onValue, disabled = false, digits, tipOf, ref, children } = props;
  const { box: Box, button: Button } = props;
  const group = useRef<HTMLDivElement>(null);
  const open = disabled ? [] : choices.filter(({ why }) => why === undefined);
  const entry = open.find((choice) => choice.value === value) ?? open[0] ?? choices[0];
  const onKeyDown = (event: KeyboardEvent, from: Of) => {
    const step = steps[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const next = open[(open.indexOf(from) + step + open.length) % open.length];
    if (next === undefined) return;
    onValue(next.value);
    group.current?.querySelector<HTMLElement>(`[data-value="${next.value}"]`)?.focus();
  };
  return (
    <Box
      ref={(element: HTMLDivElement | null) => {
        group.current = element;
        ref?.(element && { focus: () => element.querySelector<HTMLElement>('[tabindex="0"]')?.focus() });
      }}
      role="radiogroup"
      aria-label={label}
    >
      {choices.map((choice, index) => (
        <Button
          key={choice.value}
          type="button"
          role="radio"
          data-value={choice.value}
          aria-checked={choice.value === value}
          aria-disabled={!open.includes(choice) || undefined}
          aria-keyshortcuts={digits ? String(index + 1) : undefined}
          tabIndex={choice === entry ? 0 : -1}
          {...tip(choice.why ?? tipOf?.(choice))}
          onClick={() => {
            if (open.includes(choice)) onValue(choice.value);
          }}
          onKeyDown={(event) => onKeyDown(event, choice)}
        >
          {children(choice, index + 1)}
        </Button>
      ))}
    </Box>
  );
}
