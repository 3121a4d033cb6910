import type { Amount } from "../lib/money/amount";
import { key } from "./key";
import type { Provider } from "./provider";

const charges = new Map<string, Promise<string>>();

export function charge(provider: Provider, customer: string, invoice: string, open: Amount): Promise<string> {
  const id = key(invoice, open);
  const running = charges.get(id) ?? provider.charge(customer, open);
  charges.set(id, running);
  return running;
}
