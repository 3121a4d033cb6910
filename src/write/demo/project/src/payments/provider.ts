import type { Amount } from "../lib/money/amount";

export interface Provider {
  charge(customer: string, amount: Amount): Promise<string>;
}
