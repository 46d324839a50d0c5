import { Button } from '@/components/Button';
import { Row } from '@/components/Layout';

/** The orders of search results. The first is the server's own choice. */
const orders = ['relevance', 'newest'] as const;

/** An order of search results. */
export type SearchOrder = (typeof orders)[number];

const names: Record<SearchOrder, string> = { relevance: 'Best match', newest: 'Newest first' };

interface OrderSwitchProps {
  readonly order: SearchOrder;
  readonly onChange: (order: SearchOrder) => void;
}

/** Switches the order of search results. Lists without a search are always newest first. */
export function OrderSwitch({ order, onChange }: OrderSwitchProps) {
  return (
    <Row role="group" aria-label="Order of results">
      {orders.map((one) => (
        <Button
          key={one}
          size="sm"
          aria-label={names[one]}
          aria-pressed={one === order}
          onClick={() => {
            onChange(one);
          }}
        >
          {one === order ? `> ${names[one]}` : names[one]}
        </Button>
      ))}
    </Row>
  );
}
