import { Segments } from '@/components/Segments';

/** An order of search results. The first one is the server's own choice. */
export type SearchOrder = 'relevance' | 'newest';

const orders = [
  { value: 'relevance', label: 'Best match' },
  { value: 'newest', label: 'Newest', name: 'Newest first' },
] as const satisfies readonly {
  readonly value: SearchOrder;
  readonly label: string;
  readonly name?: string;
}[];

interface OrderSwitchProps {
  readonly order: SearchOrder;
  readonly onChange: (order: SearchOrder) => void;
}

/** Switches the order of search results. Lists without a search are always newest first. */
export function OrderSwitch({ order, onChange }: OrderSwitchProps) {
  return <Segments label="Order of results" options={orders} value={order} onChange={onChange} />;
}
