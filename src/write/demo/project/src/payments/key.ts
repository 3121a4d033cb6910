import type { Amount } from "../lib/money/amount";

/** The same invoice and amount give the same key, so that a second try charges nothing. */
export function key(invoice: string, amount: Amount): string {
  return `${invoice}:${amount.minor}:${amount.currency}`;
}
